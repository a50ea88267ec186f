import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

const sampleRows = new URL('../../data/index.rows.json', import.meta.url)
const dead = 'wallpapers_mc7okhmbnrmyzuojr2mb'

describe('a server over the sample rows of a real index', () => {
  let server: RunningServer
  let folder: string
  beforeAll(async () => {
    folder = await makeTempDir('sample-rows')
    await mkdir(folder, { recursive: true })
    await copyFile(sampleRows, join(folder, 'index.json'))
    server = await startServer({ env: { WALLPAPERS_DIR: folder } })
  })
  afterAll(async () => {
    await server.stop()
    await removeDir(folder)
  })

  const get = async (path: string) => {
    const response = await fetch(`${server.url}${path}`)
    return { status: response.status, body: await response.json() }
  }

  it('serves every row but the dead one', async () => {
    const { body } = await get('/api/wallpapers?count=10')
    expect(body.count).toBe(6)
    expect(JSON.stringify(body)).not.toContain(dead)
    expect((await get('/api/wallpapers/index')).body).toHaveLength(6)
    expect((await get(`/api/wallpapers/${dead}`)).status).toBe(404)
  })

  it.each([
    ['black', 5],
    ['dark-green', 1],
    ['crimson', 1],
    ['Cyan', 2],
  ])('color=%s matches inside the arrays', async (color, count) => {
    expect((await get(`/api/wallpapers?count=10&color=${color}`)).body.count).toBe(count)
  })

  it('answers every other route', async () => {
    expect((await get('/api/random-wallpaper?category=space')).body.wallpapers[0]).toMatch(
      /\/main\/space-junk-coll\.png$/,
    )
    expect((await get('/api/random-wallpapers?count=100')).body).toHaveLength(6)
    expect((await get('/api/random-wallpapers?count=100&tag=mobile')).body).toHaveLength(3)
    expect((await get('/api/wallpapers/search?q=cat')).body.results[0].public_id).toBe(
      'pixel-cat-moody',
    )
    expect((await get('/api/colors')).body.map(({ name }: { name: string }) => name)).toContain(
      'silver',
    )
    expect((await get('/api/categories')).body.length).toBeGreaterThan(2)
    expect((await get('/api/wallpapers/pixel-cat-moody')).body).toMatchObject({
      category: 'nature',
      type: 'mobile',
      colors: ['blue', 'black', 'gray', 'orange', 'brown'],
    })
  })
})

describe('a server over a folder that somebody else made', () => {
  it('never sends files of the data folder', async () => {
    const dir = await makeTempDir('planted')
    const [folder, data] = [join(dir, 'catalogue'), join(dir, 'data')]
    const own = ['fresco.sqlite', 'session-secret']
    const rows = own.map((name, at) => ({
      file_name: `row-${at}`,
      file_main_name: `row-${at}.png`,
      file_cache_name: name,
    }))
    await mkdir(folder)
    await symlink(data, join(folder, 'cache'))
    await writeFile(join(folder, 'index.json'), JSON.stringify(rows))
    const planted = await startServer({ env: { WALLPAPERS_DIR: folder, DATA_DIR: data } })
    try {
      for (const name of own) {
        expect(await readFile(join(data, name))).toBeDefined()
        const response = await fetch(`${planted.url}/cache/${name}`)
        expect(response.status, name).toBeGreaterThanOrEqual(400)
      }
      await expect
        .poll(planted.log)
        .toContain(`has a link cache to ${data}, which is never followed`)
      expect(planted.log()).not.toContain('WALLPAPERS_LINKS')
    } finally {
      await planted.stop()
      await removeDir(dir)
    }
  })
})
