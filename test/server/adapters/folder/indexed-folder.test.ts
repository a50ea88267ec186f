import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemTiming } from '../../../../server/adapters/system-timing.ts'
import { buildInProcess } from '../../../../server/adapters/threads/catalogue-builder.ts'
import { createCatalogueStore } from '../../../../server/catalogue/catalogue-store.ts'
import { readAnswer, toPlainDocument } from '../../../builders.ts'
import { openFolder, type TestFolder } from './harness.ts'

let folder: TestFolder
beforeEach(async () => {
  folder = await openFolder()
  await folder.putPicture('main/lake.png')
  await folder.put('index.json', JSON.stringify([lake]))
})
afterEach(() => folder.close())

const lake = { file_name: 'lake', file_main_name: 'lake.png', file_cache_name: 'lake.webp' }
const signal = new AbortController().signal
const read = async (source = folder.start()) => {
  const document = await source.read(undefined, signal)
  return document && toPlainDocument(document)
}

const serve = (source = folder.start()) => {
  const store = createCatalogueStore({
    source,
    build: buildInProcess,
    publicUrl: 'http://fresco.test',
    refreshMs: 60_000,
    log: folder.log,
    ...systemTiming,
  })
  const rows = async () => {
    await store.start()
    await store.stop()
    return readAnswer((await store.current()).catalogue, 'index')
  }
  const warnings = () =>
    folder.lines.filter((line) => !/^The folder catalogue has \d+ wallpapers$/.test(line))
  return { rows, warnings }
}

describe('createFolderIndex', () => {
  it('reads index.json and tags.json unchanged', async () => {
    await folder.put('tags.json', '[{"colors": ["black", "darkslategray"]}]')
    expect(await read()).toMatchObject({
      index: [lake],
      tags: [{ colors: ['black', 'darkslategray'] }],
      filesUrl: undefined,
    })
  })

  it.skipIf(process.platform === 'win32')('does not wait for a pipe named index.json', async () => {
    const index = join(folder.folder, 'index.json')
    await rm(index)
    expect(spawnSync('mkfifo', [index]).status).toBe(0)
    await expect(read()).rejects.toThrow("The catalogue's index.json could not be read")
  })

  it('follows links only to folders that the operator allows', async () => {
    const outside = join(folder.base, 'elsewhere')
    await mkdir(join(outside, 'cache'), { recursive: true })
    await rename(join(folder.folder, 'main'), join(outside, 'main'))
    await writeFile(join(outside, 'cache', 'lake.webp'), 'a preview')
    await writeFile(join(outside, 'secret.png'), 'not yours')
    await symlink('../secret.png', join(outside, 'main', 'secret.png'))
    for (const name of ['main', 'cache'])
      await symlink(join(outside, name), join(folder.folder, name))
    const secret = { file_name: 'secret', file_main_name: 'secret.png' }
    await folder.put('index.json', JSON.stringify([lake, secret]))
    await expect(folder.start().read(undefined, signal)).rejects.toThrow(
      `has a link main that leads out of it: to serve ${join(outside, 'main')}, add it to WALLPAPERS_LINKS`,
    )
    const linkFolders = ['main', 'cache'].map((name) => join(outside, name))
    const source = folder.start({ linkFolders })
    expect(await serve(source).rows()).toEqual([lake])
    expect(await source.find('main', 'lake.png')).toHaveProperty(
      'path',
      join(outside, 'main', 'lake.png'),
    )
    expect(await source.find('cache', 'lake.webp')).toHaveProperty(
      'path',
      join(outside, 'cache', 'lake.webp'),
    )
    expect(await source.find('main', 'secret.png')).toBeUndefined()
  })

  it('finds nothing inside the data folder, wherever a link comes from', async () => {
    const dataDir = join(folder.base, 'own')
    await mkdir(join(dataDir, 'cache'), { recursive: true })
    await writeFile(join(dataDir, 'session-secret'), 'secret')
    await writeFile(join(dataDir, 'cache', 'lake.webp'), 'secret')
    await symlink(join(dataDir, 'session-secret'), join(folder.folder, 'main', 'secret.png'))
    const secret = { file_name: 'secret', file_main_name: 'secret.png' }
    await folder.put('index.json', JSON.stringify([lake, secret]))
    const source = folder.start({ dataDir, linkFolders: [folder.base] })
    expect(await source.find('main', 'lake.png')).toHaveProperty(
      'path',
      join(folder.folder, 'main', 'lake.png'),
    )
    expect(await source.find('main', 'secret.png')).toBeUndefined()
    await symlink(join(dataDir, 'cache'), join(folder.folder, 'cache'))
    expect(await source.find('cache', 'lake.webp')).toBeUndefined()
    await expect(source.read(undefined, signal)).rejects.toThrow(
      `has a link cache to ${join(dataDir, 'cache')}, which is never followed because it leads to Fresco's own data`,
    )
  })

  it.each(['index.json', 'tags.json'])(
    'reads no %s that is a link to another folder',
    async (name) => {
      await writeFile(join(folder.base, 'others.json'), '[{"file_main_name": "lake.png"}]')
      await rm(join(folder.folder, name), { force: true })
      await symlink(join(folder.base, 'others.json'), join(folder.folder, name))
      await expect(folder.start().read(undefined, signal)).rejects.toThrow(
        `${name} could not be read`,
      )
    },
  )

  it('leaves out rows whose file is missing and logs one line', async () => {
    const absent = { file_name: 'gone', file_main_name: 'gone.png' }
    const nested = { data: { file_main_name: 'gone-too.png' } }
    await folder.put('index.json', JSON.stringify([absent, lake, nested, 'no row', null]))
    const { rows, warnings } = serve()
    expect(await rows()).toEqual([lake])
    expect(warnings()).toEqual([
      'Left out 2 rows of index.json, because their files are not in main/',
    ])
  })

  it('keeps every row while there is no file in main/ and logs one line', async () => {
    const forest = { file_name: 'forest', file_main_name: 'forest.png' }
    await rm(join(folder.folder, 'main'), { recursive: true })
    await folder.put('index.json', JSON.stringify([lake, forest]))
    const { rows, warnings } = serve()
    expect(await rows()).toEqual([lake, forest])
    expect(warnings()).toEqual([
      'main/ is empty, so requests for the 2 files in index.json get 404',
    ])
  })

  it('adds a row as soon as its file exists', async () => {
    const forest = { file_name: 'forest', file_main_name: 'deep/forest.png' }
    await folder.put('index.json', JSON.stringify([lake, forest]))
    const before = await read()
    expect(await serve().rows()).toEqual([lake])
    await folder.putPicture('main/deep/forest.png')
    expect(await folder.start().read(before?.version, signal)).toBeDefined()
    expect(await serve().rows()).toEqual([lake, forest])
  })

  it('has no new version when only the time of index.json changed', async () => {
    const source = folder.start()
    const before = await read(source)
    await folder.put('index.json', JSON.stringify([lake]), new Date())
    expect(await source.read(before?.version, signal)).toBeUndefined()
  })

  it('has a new version when an empty tags.json is deleted', async () => {
    const source = folder.start()
    await folder.put('tags.json', '')
    const before = await source.read(undefined, signal)
    await rm(join(folder.folder, 'tags.json'))
    const now = await source.read(before?.version, signal)
    expect(now && toPlainDocument(now)).toMatchObject({ index: [lake], tags: [] })
  })

  it('does not treat the folder as plain pictures while index.json is missing', async () => {
    const source = folder.start()
    await read(source)
    const text = await readFile(join(folder.folder, 'index.json'), 'utf8')
    await rm(join(folder.folder, 'index.json'))
    await expect(read(source)).rejects.toThrow('no longer has an index.json')
    await folder.put('index.json', text)
    expect(await read(source)).toMatchObject({ index: [lake] })
  })

  it('treats the folder as plain pictures again when an index.json that is not an index is gone', async () => {
    await rm(join(folder.folder, 'index.json'))
    const source = folder.start()
    await read(source)
    const file = await folder.put('index.json', '{"title":"Dawn"}')
    await source.read(undefined, signal)
    await rm(file)
    expect(await read(source)).toMatchObject({ index: [{ file_main_name: 'main/lake.png' }] })
  })

  it('leaves out rows of files that a .frescoignore names, also beside the index', async () => {
    const hidden = { file_name: 'hidden', file_main_name: 'private/hidden.png' }
    const file = await folder.putPicture('main/private/hidden.png')
    await folder.put('index.json', JSON.stringify([lake, hidden]))
    const source = folder.start()
    const before = await source.read(undefined, signal)
    expect(await source.find('main', 'private/hidden.png')).toHaveProperty('path', file)
    await folder.put('.frescoignore', 'main/private/')
    expect(await source.read(before?.version, signal)).toBeDefined()
    expect(await source.find('main', 'private/hidden.png')).toBeUndefined()
    expect(await serve().rows()).toEqual([lake])
  })

  it('fails when main cannot be opened, because its files are not gone', async () => {
    const main = join(folder.folder, 'main')
    await rm(main, { recursive: true })
    // A link to itself fails with ELOOP, as a broken disk does with EIO.
    await symlink('main', main)
    await expect(folder.start().read(undefined, signal)).rejects.toThrow('could not be read')
  })
})
