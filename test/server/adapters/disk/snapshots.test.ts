import { readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createStoredDocuments,
  createStoredImages,
} from '../../../../server/adapters/disk/snapshots.ts'
import { makeDocument, makeIndexRow, toPlainDocument } from '../../../builders.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

describe('createStoredDocuments', () => {
  let dir: string
  beforeEach(async () => {
    dir = await makeTempDir('kept')
  })
  afterEach(() => removeDir(dir))

  const open = (...settings: (string | undefined)[]) =>
    createStoredDocuments({
      folder: join(dir, 'snapshots'),
      name: 'github',
      settings,
      clock: () => 1234,
    })
  const store = (document = makeDocument()) => open('octo').keep(document)
  const onlyFile = async () => {
    const [name = ''] = await readdir(join(dir, 'snapshots'))
    return join(dir, 'snapshots', name)
  }
  const restorePlain = async () => {
    const stored = await open('octo').restore()
    return stored && { readAt: stored.readAt, ...toPlainDocument(stored.document) }
  }

  it('restores nothing before a document was stored', async () => {
    expect(await open('octo').restore()).toBeUndefined()
  })

  it.each([undefined, 'https://files.example'])(
    'restores the stored document, with files at %s',
    async (filesUrl) => {
      const row = makeIndexRow({ category: '#日本🌸\n' })
      const document = makeDocument({ index: [row], tags: [{ colors: ['teal'] }], filesUrl })
      await store(document)
      expect(await restorePlain()).toEqual({ readAt: 1234, ...toPlainDocument(document) })
    },
  )

  it('never reads a file that was stored under other settings', async () => {
    await store()
    expect(await open('octo', 'main').restore()).toBeUndefined()
    expect(await open('oct', 'o').restore()).toBeUndefined()
    expect(await open('octo').restore()).toBeDefined()
  })

  it.each<[string, (path: string) => Promise<void>]>([
    ['is cut', (path) => truncate(path, 200)],
    ['is empty', (path) => truncate(path, 0)],
    ['is something else', (path) => writeFile(path, '{"version":1}\n[]')],
    ['has something after its end', (path) => writeFile(path, 'x', { flag: 'a' })],
  ])('restores nothing from a file that %s', async (_, damage) => {
    await store()
    await damage(await onlyFile())
    await expect(open('octo').restore()).rejects.toThrow()
  })

  it('restores no list of images that is damaged', async () => {
    const stored = createStoredImages({ folder: dir, name: 'images', settings: [] })
    await stored.keep([])
    expect((await stored.restore())?.value).toEqual([])
    const [file = ''] = await readdir(dir)
    await writeFile(join(dir, file), '{"confirmedAt": 1, "value": [{}]}')
    await expect(stored.restore()).rejects.toThrow()
  })
})
