import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseConfig } from '../../../server/config/config.ts'
import { isPrivateRepository } from '../../../server/sources/github.ts'
import { makeIndexRow } from '../../builders.ts'
import { type GithubEmulator, startGithub } from '../../emulators/github.ts'
import { expectDefined } from '../../expect-defined.ts'
import { type ComposedApp, startComposed } from '../../tools/servers/composed-app.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { plain } from '../adapters/sample-pictures.ts'

const names = ['lake', 'sub folder/küste am meer']
const rowOf = (name: string) =>
  makeIndexRow({
    file_name: name.replaceAll(/[^a-z]/g, '-'),
    file_main_name: `${name}.png`,
    file_cache_name: `${name}.webp`,
    width: 900,
    height: 600,
  })

const makeNoise = () => {
  const raw = { width: 900, height: 600, channels: 3 } as const
  const pixels = Uint8Array.from({ length: 900 * 600 * 3 }, (_, n) => ((n * 7919) % 251) ^ (n >> 7))
  return sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer()
}

describe('isPrivateRepository', () => {
  it('asks GitHub, and counts its last answer while it is away', async () => {
    const github = await startGithub()
    const dataDir = await makeTempDir('visibility')
    const ask = () => isPrivateRepository(parseConfig({ ...github.env, DATA_DIR: dataDir }))
    github.behave({ fail: '500' })
    expect(await ask()).toBe(true)
    github.behave({})
    expect(await ask()).toBe(false)
    github.behave({ fail: '500' })
    expect(await ask()).toBe(false)
    github.behave({ private: true })
    expect(await ask()).toBe(true)
    await github.stop()
    expect(await ask()).toBe(true)
    expect(await isPrivateRepository(parseConfig({}))).toBe(false)
    await removeDir(dataDir)
  })
})

describe('a server over a private repository at GitHub', () => {
  let github: GithubEmulator
  let dataDir: string
  let server: ComposedApp | undefined
  let large: Buffer
  let small: Buffer
  const answers: string[] = []
  beforeAll(async () => {
    large = await makeNoise()
    small = await plain('#336699', 600, 400).webp().toBuffer()
  })
  beforeEach(async () => {
    github = await startGithub()
    github.behave({ private: true })
    push(names)
    dataDir = await makeTempDir('private')
    answers.length = 0
  })
  afterEach(async () => {
    expect(answers.join('\n')).not.toContain(github.token)
    expect(server?.log()).not.toContain(github.token)
    await server?.stop()
    await github.stop()
    await removeDir(dataDir)
  })

  const push = (present: readonly string[], picture = large, listed = names) =>
    github.push(
      listed.map(rowOf),
      [],
      Object.fromEntries(
        present.flatMap((name) => [
          [`main/${name}.png`, picture],
          [`cache/${name}.webp`, small],
        ]),
      ),
    )
  const start = async (env: Record<string, string> = {}) => {
    server = await startComposed({
      ...github.env,
      GITHUB_REFRESH_SECONDS: '0.1',
      DATA_DIR: dataDir,
      ...env,
    })
    await expect.poll(async () => (await get('/api/wallpapers')).status).toBe(200)
  }
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await expectDefined(server).get(path, init)
    const body = Buffer.from(await response.arrayBuffer())
    answers.push(JSON.stringify([...response.headers]), body.toString('latin1'))
    return { status: response.status, headers: response.headers, body }
  }
  const json = async (path: string) => JSON.parse((await get(path)).body.toString())
  const countOf = (part: string) =>
    [...github.calls.paths]
      .filter(([path]) => path.includes(part))
      .reduce((sum, [, calls]) => sum + calls, 0)

  it('sends the pictures itself, as it does for a folder', async () => {
    await start()
    const { wallpapers, items } = await json('/api/wallpapers?count=2&include=details')
    expect(wallpapers.toSorted()).toEqual([
      `${server?.url}/main/lake.png`,
      `${server?.url}/main/sub%20folder/k%C3%BCste%20am%20meer.png`,
    ])
    for (const { url, preview_url, image_url } of items) {
      const main = await get(new URL(url).pathname)
      expect([main.status, main.headers.get('Content-Type')]).toEqual([200, 'image/png'])
      expect(main.body.equals(large)).toBe(true)
      const preview = await get(new URL(preview_url).pathname)
      expect([preview.status, preview.body.equals(small)]).toEqual([200, true])
      const sized = await get(`${new URL(image_url).pathname}?w=64&h=48`)
      expect(await sharp(sized.body).metadata()).toMatchObject({ width: 64, height: 48 })
    }
    expect(large.length).toBeGreaterThan(1_000_000)
  })

  it('sends the pictures without what they say about place and owner', async () => {
    const owner = 'Secret Owner'
    const picture = plain('#336699', 90, 60).withExif({ IFD0: { Artist: owner } })
    push(names, await picture.png().toBuffer())
    await start()
    const { status, body } = await get('/main/lake.png')
    expect(status).toBe(200)
    expect(body.includes(owner)).toBe(false)
    expect(await sharp(body).metadata()).toMatchObject({ width: 90, height: 60 })
  })

  it('fetches each version of a picture once, also for many clients and over a restart', async () => {
    await start()
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await get('/main/lake.png')).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(countOf('main/lake.png')).toBe(1)
    expect(countOf('küste')).toBe(0)
    await server?.stop()
    github.behave({ private: true, fail: 'refused' })
    await start()
    expect((await get('/main/lake.png')).body.equals(large)).toBe(true)
    github.behave({ private: true })
    push(names, small)
    await expect.poll(async () => (await get('/main/lake.png')).body.equals(small)).toBe(true)
    expect(countOf('main/lake.png')).toBe(2)
  })

  it('leaves out a wallpaper whose file was deleted', async () => {
    await start()
    expect((await get('/main/lake.png')).status).toBe(200)
    push(names.slice(1))
    await expect.poll(async () => (await get('/main/lake.png')).status).toBe(404)
    const countAll = async () => (await json('/api/wallpapers?count=10')).count
    await expect.poll(countAll).toBe(1)
    expect((await get('/main/other.png')).status).toBe(404)
    expect((await get('/main/..%2findex.json')).status).toBe(404)
  })

  it('finds files that a shortened list of the repository does not name', async () => {
    github.behave({ private: true, truncatesTrees: true })
    await start()
    expect((await get('/main/lake.png')).body.equals(large)).toBe(true)
    expect((await get('/images/lake?w=30')).status).toBe(200)
  })
})
