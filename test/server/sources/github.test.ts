import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeIndexRow } from '../../builders.ts'
import { type GithubEmulator, startGithub } from '../../emulators/github.ts'
import { type ComposedApp, startComposed } from '../../tools/servers/composed-app.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { plain } from '../adapters/sample-pictures.ts'

const raw = 'https://raw.githubusercontent.com/octo/wallpapers'

describe('a server over a catalogue at GitHub', () => {
  let github: GithubEmulator
  let dir: string
  let running: { stop(): Promise<void> }[]
  beforeEach(async () => {
    github = await startGithub()
    github.push([makeIndexRow({ file_name: 'lake', category: '#日本' })], [{ colors: ['teal'] }])
    dir = await makeTempDir('github')
    running = []
  })
  afterEach(async () => {
    for (const { stop } of running) await stop()
    await github.stop()
    await removeDir(dir)
  })

  const start = async (env: Record<string, string> = {}) => {
    const app = await startComposed({
      ...github.env,
      DATA_DIR: join(dir, 'data'),
      GITHUB_REFRESH_SECONDS: '0.1',
      ...env,
    })
    running.push(app)
    return app
  }
  const get = async (app: Pick<ComposedApp, 'get'>, path: string) => {
    const response = await app.get(path)
    const { status, headers } = response
    const isJson = headers.get('content-type')?.includes('json')
    return { status, headers, body: isJson ? await response.json() : undefined }
  }
  const location = async (app: ComposedApp, path: string) => {
    const { status, headers } = await get(app, path)
    expect(headers.get('cache-control')).toBe(status === 302 ? 'public, max-age=300' : 'no-store')
    return status === 302 ? headers.get('location') : status
  }

  it('answers from the repository, and soon after a push from the new commit', async () => {
    const app = await start()
    const { body } = await get(app, '/api/wallpapers?category=日本')
    expect(body.wallpapers).toEqual([`${raw}/HEAD/main/lake.png`])
    github.push([makeIndexRow({ file_name: 'dune' })])
    await vi.waitFor(async () => {
      expect((await get(app, '/api/wallpapers/dune')).status).toBe(200)
    }, 60_000)
    expect((await get(app, '/api/wallpapers')).body.wallpapers[0]).toMatch(/dune\.png$/)
  })

  it('leads to the smallest file elsewhere that is large enough', async () => {
    const app = await start({ GITHUB_REF: 'v1/größe' })
    const files = `${raw}/v1/gr%C3%B6%C3%9Fe`
    const full = `${files}/main/lake.png`
    const preview = `${files}/cache/lake.webp`
    for (const path of ['/images/lake', '/images/lake?w=601', '/images/lake?w=600&h=400'])
      expect(await location(app, path), path).toBe(full)
    for (const path of ['/images/lake?w=600', '/images/lake?w=600&h=400&fit=contain'])
      expect(await location(app, path), path).toBe(preview)
    expect(await location(app, '/main/lake.png')).toBe(full)
    expect(await location(app, '/cache/lake.webp')).toBe(preview)
  })

  it('leads nowhere from what it does not have', async () => {
    const app = await start()
    for (const path of [
      '/images/nobody',
      '/main/nobody.png',
      '/main/lake.webp',
      '/cache/lake.png',
      '/main/..%2F..%2F..%2Fevil%2Frepo%2Fmain%2Flake.png',
      '/main/https:%2F%2Fevil.example%2Flake.png',
      '/main/lake.png%3Fx',
    ])
      expect(await location(app, path), path).toBe(404)
  })

  it('serves the pictures of its own folder with WALLPAPERS_DIR', async () => {
    const folder = join(dir, 'pictures')
    await mkdir(join(folder, 'main'), { recursive: true })
    for (const name of ['lake', 'draft'])
      await plain('#3A78C0')
        .png()
        .toFile(join(folder, 'main', `${name}.png`))
    const app = await start({ WALLPAPERS_DIR: folder })
    const { body } = await get(app, '/api/wallpapers')
    expect(body.wallpapers).toEqual([`${app.url}/main/lake.png`])
    for (const path of ['/main/lake.png', '/cache/lake.webp', '/images/lake?w=20'])
      expect((await get(app, path)).status, path).toBe(200)
    for (const path of ['/main/draft.png', '/main/..%2Fmain%2Flake.png'])
      expect((await get(app, path)).status, path).toBe(404)
  })

  it('notices that a picture was replaced in its own folder, which may be in DATA_DIR', async () => {
    const main = join(dir, 'data', 'originals', 'main')
    await mkdir(main, { recursive: true })
    const put = (color: string) => plain(color).png().toFile(join(main, 'lake.png'))
    await put('#3A78C0')
    const app = await start({ WALLPAPERS_DIR: join(main, '..') })
    const etag = async () => (await get(app, '/main/lake.png')).headers.get('etag')
    const before = await etag()
    await put('#C0783A')
    expect(await etag()).not.toBe(before)
  })

  it('says that files are at WALLPAPERS_BASE_URL, if it is set', async () => {
    const env = { WALLPAPERS_BASE_URL: 'https://files.example/w/', WALLPAPERS_DIR: dir }
    const { body } = await get(await start(env), '/api/random-wallpapers')
    expect(body[0]).toMatchObject({
      download_url: 'https://files.example/w/main/lake.png',
      preview_url: 'https://files.example/w/cache/lake.webp',
    })
  })

  it.each([
    ['GITHUB_TOKEN', { GITHUB_TOKEN: '' }],
    ['GITHUB_REPO and GITHUB_TOKEN', { GITHUB_REPO: '', GITHUB_TOKEN: '' }],
  ])('starts without %s, and says what is missing to those who may know', async (missing, env) => {
    const app = await start({ ...env, NODE_ENV: 'development' })
    const colors = await get(app, '/api/colors')
    expect([colors.status, colors.body.error]).toEqual([500, 'GitHub configuration missing'])
    const { status, body } = await get(app, '/api/wallpapers')
    expect([status, body.error]).toEqual([500, 'Internal server error'])
    expect(body.debug).toContain(`set ${missing}`)
    const line = `"msg":"GitHub configuration missing: set ${missing}; there is nothing to serve yet"`
    expect(app.log().split(line)).toHaveLength(2)
  })
})
