import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../server/config/config.ts'
import { listPulled } from '../../../../server/sources/pulled/open-pulled.ts'
import { makeIndexRow } from '../../../builders.ts'
import { startGithub } from '../../../emulators/github.ts'
import { type Site, startSite } from '../../../emulators/site.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { type ComposedApp, startComposed } from '../../../tools/servers/composed-app.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { makePicture } from './harness.ts'

interface Row {
  file_name: string
  file_main_name: string
  category: string
  data: { title?: string }
}

const readRows = async (server: ComposedApp): Promise<Row[]> => {
  const answer = await server.get('/index.json')
  return answer.ok ? answer.json() : []
}
const readTitles = async (server: ComposedApp) =>
  (await readRows(server)).map(({ data, file_name }) => data.title ?? file_name).sort()
const readStatuses = async (server: ComposedApp, rows: readonly Row[]) =>
  Promise.all(
    rows.map(async ({ file_main_name }) => (await server.get(`/main/${file_main_name}`)).status),
  )

describe('openPulled', () => {
  let site: Site
  let dir: string
  beforeAll(async () => {
    dir = await makeTempDir('pulled')
    site = await startSite()
    for (const [name, color] of Object.entries({ lake: '#3A78C0', dune: '#D9C7A5' }))
      site.put(`/${name}.png`, await makePicture(color))
    site.put(
      '/feed',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'J',
        items: [{ id: '1', title: 'Lake', image: '/lake.png' }],
      }),
    )
    site.put('/list', JSON.stringify([{ title: 'Dune', category: 'sand', url: '/dune.png' }]))
    await mkdir(join(dir, 'walls/forest'), { recursive: true })
    await writeFile(join(dir, 'walls/forest/moss.png'), await makePicture('#1F5A2C'))
  })
  afterAll(async () => {
    await site.stop()
    await removeDir(dir)
  })
  const pulling = () => ({ FEEDS: `news=${site.url}/feed`, JSON_LISTS: `${site.url}/list#url` })

  it('shows the pictures of all sources and of the folder as one catalogue, also after a restart', async () => {
    const env = {
      DATA_DIR: join(dir, 'one'),
      WALLPAPERS_DIR: join(dir, 'walls'),
      FOLDER_REFRESH_SECONDS: '0.1',
      ...pulling(),
    }
    const server = await startComposed(env)
    await expect.poll(() => readTitles(server)).toEqual(['Dune', 'Lake', 'moss'])
    const rows = await readRows(server)
    expect(rows.map(({ category }) => category).sort()).toEqual(['#forest', '#news', '#sand'])
    expect(await readStatuses(server, rows)).toEqual([200, 200, 200])
    const ofNews = await (await server.get('/api/wallpapers?source=news&count=5')).json()
    expect(ofNews.wallpapers).toHaveLength(1)
    const { sources } = await (await server.get('/readyz')).json()
    expect(Object.keys(sources).sort()).toEqual(['127.0.0.1', 'catalogue', 'news'])
    await server.stop()

    // Without a folder, the pictures that come with Fresco are not shown either.
    const { FEEDS: _, WALLPAPERS_DIR: __, ...others } = env
    const again = await startComposed(others)
    await expect.poll(() => readTitles(again)).toEqual(['Dune'])
    await again.stop()
    const last = await startComposed(env)
    await expect.poll(() => readRows(last)).toHaveLength(3)
    expect(await readRows(last)).toEqual(rows)
    await last.stop()
  })

  it('shows them with those of a repository, whose pictures this server then sends', async () => {
    const github = await startGithub()
    github.push([makeIndexRow({ file_name: 'owl', file_main_name: 'owl.png' })])
    site.put('/main/owl.png', await makePicture('#445566'))
    const server = await startComposed({
      DATA_DIR: join(dir, 'three'),
      GITHUB_OWNER: 'octo',
      GITHUB_REPO: 'wallpapers',
      GITHUB_TOKEN: github.token,
      GITHUB_API_URL: github.url,
      GITHUB_REFRESH_SECONDS: '0.1',
      WALLPAPERS_BASE_URL: site.url,
      ...pulling(),
    })
    await expect.poll(() => readRows(server)).toHaveLength(3)
    expect(await readStatuses(server, await readRows(server))).toEqual([200, 200, 200])
    await server.stop()
    await github.stop()
  })

  it('moves no heart when pictures are renamed and moved at their source', async () => {
    const [lake, dune] = await Promise.all(
      ['#3A78C0', '#D9C7A5'].map((color) => makePicture(color)),
    )
    const files = { '/a.png': lake, '/b.png': dune, '/sea/lake.png': lake, '/renamed.png': dune }
    for (const [path, bytes] of Object.entries(files)) site.put(path, expectDefined(bytes))
    const list = (...rows: object[]) => site.put('/moving', JSON.stringify(rows))
    list({ id: 'lake', url: '/a.png' }, { url: '/b.png' })
    const server = await startComposed({
      DATA_DIR: join(dir, 'moving'),
      JSON_LISTS: `${site.url}/moving#url`,
      SOURCES_REFRESH_SECONDS: '0.1',
    })
    /** The color of the picture behind each id, which is what a heart stores. */
    const readHearted = async () => {
      const rows = await readRows(server)
      return Promise.all(
        rows.map(async ({ file_name: id }) => {
          const { color } = await (await server.get(`/api/wallpapers/${id}`)).json()
          return `${id} ${color}`
        }),
      )
    }
    await expect.poll(() => readRows(server)).toHaveLength(2)
    const hearted = (await readHearted()).sort()
    list(
      { url: '/renamed.png', title: 'Dune' },
      { id: 'lake', url: '/sea/lake.png', title: 'Lake' },
    )
    await expect.poll(() => readTitles(server)).toEqual(['Dune', 'Lake'])
    expect((await readHearted()).sort()).toEqual(hearted)
    await server.stop()
  })

  it('refuses two sources with one name', () => {
    const config = parseConfig({ FEEDS: 'http://a.example/1,http://a.example/2' })
    expect(() => listPulled(config)).toThrow('FEEDS has a second source with the name a.example')
  })
})
