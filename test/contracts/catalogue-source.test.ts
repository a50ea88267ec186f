import { rename } from 'node:fs/promises'
import { openFolder } from '../server/adapters/folder-harness.ts'
import { testCatalogueSource } from './catalogue-source.ts'

testCatalogueSource('a folder of pictures', async () => {
  const { putPicture, start, folder, close } = await openFolder()
  await putPicture('nature/lake.png')
  await putPicture('dune.png', '#D9C7A5')
  return {
    source: start(),
    change: async () => void (await putPicture('nature/forest.png', '#1F5A2C')),
    breakIt: () => rename(folder, `${folder}-away`),
    mend: () => rename(`${folder}-away`, folder),
    close,
  }
})

testCatalogueSource('a folder with an index', async () => {
  const { put, putPicture, start, folder, close } = await openFolder()
  const writeIndex = (...names: string[]) =>
    put('index.json', JSON.stringify(names.map((name) => ({ file_main_name: `${name}.png` }))))
  await putPicture('main/lake.png')
  await putPicture('main/forest.png')
  await writeIndex('lake')
  return {
    source: start(),
    change: async () => void (await writeIndex('lake', 'forest')),
    breakIt: async () => {
      await rename(`${folder}/index.json`, `${folder}/whole.json`)
      await put('index.json', '[{"file_main_name": "la')
    },
    mend: () => rename(`${folder}/whole.json`, `${folder}/index.json`),
    close,
  }
})
