import { rename } from 'node:fs/promises'
import { createGithubSource } from '../../server/adapters/github/source.ts'
import { makeIndexRows } from '../builders.ts'
import { startGithub } from '../emulators/github.ts'
import { openFolder } from '../server/adapters/folder/harness.ts'
import { testCatalogueSource } from './catalogue-source.ts'

testCatalogueSource('a folder of pictures', async () => {
  const { putPicture, start, folder, close } = await openFolder()
  await putPicture('nature/lake.png')
  await putPicture('dune.png', '#D9C7A5')
  return {
    start,
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
    start,
    change: async () => void (await writeIndex('lake', 'forest')),
    changeTags: async () => void (await put('tags.json', '[{"colors":["teal"]}]')),
    breakIt: () => rename(`${folder}/index.json`, `${folder}/whole.json`),
    mend: () => rename(`${folder}/whole.json`, `${folder}/index.json`),
    close,
  }
})

testCatalogueSource('a GitHub repository', async () => {
  const github = await startGithub()
  github.push(makeIndexRows(1))
  return {
    start: () =>
      createGithubSource({
        owner: 'octo',
        repo: 'wallpapers',
        token: github.token,
        ref: 'HEAD',
        apiUrl: github.url,
        filesUrl: undefined,
      }),
    change: async () => void github.push(makeIndexRows(2)),
    changeTags: async () => void github.push(makeIndexRows(1), [{ colors: ['teal'] }]),
    breakIt: async () => github.behave({ fail: 'HTML 502' }),
    mend: async () => github.behave(),
    close: github.stop,
  }
})
