import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolderFiles } from '../../server/adapters/folder/files.ts'
import { systemTiming } from '../../server/adapters/system-timing.ts'
import { buildInProcess } from '../../server/adapters/threads/catalogue-builder.ts'
import { createCatalogueStore } from '../../server/catalogue/catalogue-store.ts'
import {
  type CatalogueFiles,
  type CatalogueSource,
  createCatalogueFiles,
} from '../../server/catalogue/source.ts'
import { createMemoryLog, openFolder } from '../server/adapters/folder/harness.ts'
import { plain } from '../server/adapters/sample-pictures.ts'
import { memorySource } from '../test-app.ts'
import { testCatalogueFiles } from './catalogue-files.ts'

const filesOf = (source: CatalogueSource & CatalogueFiles) => {
  const store = createCatalogueStore({
    source,
    build: buildInProcess,
    publicUrl: 'http://fresco.test',
    refreshMs: 60_000,
    log: createMemoryLog().log,
    ...systemTiming,
  })
  void store.start().then(store.stop)
  return createCatalogueFiles({ current: store.current, files: source })
}

const names = [
  'lake.png',
  'nature/deep/forest.png',
  'with space.png',
  '100% #1?.png',
  'cafe\u0301.png',
  '日本 🌸.png',
  `${'long'.repeat(60)}.png`,
]

testCatalogueFiles('a folder of pictures', async () => {
  const { base, folder, put, putPicture, start, close } = await openFolder()
  const known: Record<string, string> = {}
  for (const name of names) known[name] = await putPicture(name)
  await put('notes.txt', 'none of your business')
  await put('broken.png', 'none of your business')
  await put('empty.png', '')
  await put('.hidden.png', await plain('#FFFFFF').png().toBuffer())
  await symlink(join(base, 'outside.png'), join(folder, 'link.png'))
  const strangers = [
    ...['notes.txt', 'broken.png', 'empty.png', '.hidden.png', 'link.png'],
    ...['nature', 'nature/'],
  ]
  return { files: filesOf(start()), known, strangers, close }
})

/** Its index also names files that the server must not serve. */
const openMain = async () => {
  const opened = await openFolder()
  const { base, folder, put, putPicture } = opened
  const known: Record<string, string> = {}
  for (const name of names) known[name] = await putPicture(`main/${name}`)
  await putPicture('main/draft.png')
  await put('main/empty.png', '')
  await put('private.png', await plain('#FFFFFF').png().toBuffer())
  await symlink(join(base, 'outside.png'), join(folder, 'main/link.png'))
  const listed = [...names, 'link.png', '../private.png', 'absent.png', 'empty.png']
  return { ...opened, known, rows: listed.map((name) => ({ file_main_name: name })) }
}

const strangers = [
  ...['draft.png', 'empty.png', 'link.png', '../private.png', 'absent.png', 'private.png'],
]

testCatalogueFiles('a folder with an index', async () => {
  const { put, start, close, known, rows } = await openMain()
  await put('index.json', JSON.stringify(rows))
  return { files: filesOf(start()), known, strangers: [...strangers, 'nature'], close }
})

testCatalogueFiles('a folder of files whose index is elsewhere', async () => {
  const { folder, close, known, rows } = await openMain()
  const source = memorySource(rows)
  const files = filesOf({ ...source, ...createFolderFiles({ folder }) })
  return { files, known, strangers, close }
})
