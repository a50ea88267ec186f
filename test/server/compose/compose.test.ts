import { copyFile, mkdir } from 'node:fs/promises'
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
