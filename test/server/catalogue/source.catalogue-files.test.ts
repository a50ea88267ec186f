import { describe, expect, it } from 'vitest'
import { createCatalogueFiles } from '../../../server/catalogue/source.ts'
import { makeCatalogue, makeIndexRow } from '../../builders.ts'

const fileAt = (path: string) => ({ path, size: 1, mtimeMs: 0 })
const everyFile = {
  find: async (folder: string, file: string) => fileAt(`/files/${folder}/${file}`),
}
const index = [
  makeIndexRow(),
  { file_main_name: 'no id.png' },
  { file_cache_name: 'cafe\u0301.webp' },
]

const filesOf = (filesUrl?: string) => {
  const catalogue = makeCatalogue({ index, filesUrl })
  return createCatalogueFiles({ current: async () => ({ catalogue }), files: everyFile })
}

describe('createCatalogueFiles', () => {
  it.each([
    ['main', 'lake-view.png'],
    ['main', 'no id.png'],
    ['cache', 'lake-view.webp'],
    ['cache', 'cafe\u0301.webp'],
    ['cache', 'caf\u00e9.webp'],
  ] as const)('finds what the index names: %s/%s', async (folder, file) => {
    expect(await filesOf().find(folder, file)).toEqual(fileAt(`/files/${folder}/${file}`))
  })

  it('does not take a catalogue that cannot be read for one without the picture', async () => {
    const current = () => Promise.reject(new Error('not yet'))
    const files = createCatalogueFiles({ current, files: everyFile })
    await expect(files.find('main', 'lake-view.png')).rejects.toThrow('not yet')
  })
})
