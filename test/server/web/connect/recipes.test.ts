import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { listRecipes, type Recipe, type Wish } from '../../../../server/web/connect/recipes.ts'
import { expectDefined } from '../../../expect-defined.ts'
import type { Served } from '../../../tools/servers/serve-locally.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { startServer, writeCatalogue } from '../../http/random/random-server.ts'

let dir: string
let server: Served
beforeAll(async () => {
  dir = await makeTempDir('recipes')
  const folder = join(dir, 'catalogue')
  await writeCatalogue(folder, 12, (position) => ({
    width: 700,
    height: 465,
    category: ["it's (odd)", 'nature'][position % 2],
    data: { width: 700, height: 465, luminance: position / 12 },
  }))
  server = await startServer(folder, join(dir, 'data'))
})
afterAll(async () => {
  await server.close()
  await removeDir(dir)
})

const wishFor = (wish: Partial<Wish> = {}): Wish => ({
  publicUrl: server.url,
  picture: 'random',
  filters: {},
  width: 640,
  height: 360,
  ...wish,
})

const recipesFor = (wish?: Partial<Wish>) =>
  listRecipes(wishFor(wish)).flatMap(({ recipes }) => recipes)

const recipeOf = (id: string, wish?: Partial<Wish>): Recipe =>
  expectDefined(recipesFor(wish).find((recipe) => recipe.id === id))

const textOf = (id: string, step: number, wish?: Partial<Wish>) =>
  expectDefined(recipeOf(id, wish).steps[step]).text

const addressesIn = (text: string) =>
  (text.match(/https?:\/\/[^\s'"]+/g) ?? []).map((address) => address.replace('{{', '2026112220'))

const allAddresses = (wish?: Partial<Wish>) =>
  recipesFor(wish).flatMap(({ steps }) => steps.flatMap(({ text }) => addressesIn(text)))

describe('listRecipes', () => {
  it('has a recipe for each of twelve programs, with one id each', () => {
    const ids = recipesFor().map(({ id }) => id)
    expect(ids).toHaveLength(12)
    expect(new Set(ids).size).toBe(12)
  })

  const wishes: readonly Partial<Wish>[] = [
    {},
    { picture: 'today' },
    { width: undefined, height: undefined },
    { filters: { category: ["it's (odd)", 'nature'], tone: 'dark', type: 'desktop' } },
  ]
  it.each(wishes)('has only addresses that answer with a picture or a feed: %j', async (wish) => {
    const addresses = allAddresses(wish)
    expect(addresses.length).toBeGreaterThan(12)
    for (const address of new Set(addresses)) {
      const response = await fetch(address)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect([address, response.status]).toEqual([address, 200])
      if (address.includes('/feed.rss')) expect(bytes.toString()).toContain('<media:content')
      else expect((await sharp(bytes).metadata()).format).toBe('jpeg')
    }
  })

  it('has only addresses that programs can write into CSS without quotes', () => {
    const filters = { category: ["it's (odd)"], color: ['#336699', 'blue'], ratio: ['16x9'] }
    for (const address of allAddresses({ filters, picture: 'today' })) {
      expect(address).toMatch(/^[^\s'"()#]+$/)
      expect(new URL(address).searchParams.get('category')).toBe("it's (odd)")
      expect(new URL(address).searchParams.get('color')).toBe('336699,blue')
    }
  })
})

describe('a YAML recipe', () => {
  it('is valid', () => {
    const yaml = recipesFor().flatMap(({ steps }) => steps.filter(({ kind }) => kind === 'yaml'))
    expect(yaml).toHaveLength(5)
    for (const { text } of yaml) expect(parse(text)).toBeTypeOf('object')
  })

  it('gives Home Assistant a template that changes every hour', () => {
    expect(parse(textOf('home-assistant', 0)).template[0].image[0].url).toBe(
      `${server.url}/random?w=640&h=360&t={{ now().strftime('%Y%m%d%H') }}`,
    )
    const bare = textOf('home-assistant', 0, { width: undefined, height: undefined })
    expect(bare).toContain('/random?t={{')
  })

  it('gives a display a JPEG in a size that fits into its memory', () => {
    const imageFor = (wish: Partial<Wish>) => parse(textOf('display', 0, wish)).online_image[0]
    expect(imageFor({ width: 600, height: 448 })).toMatchObject({
      url: `${server.url}/random.jpg?w=600&h=448`,
      resize: '600x448',
      format: 'JPEG',
    })
    expect(imageFor({ width: 3840, height: 2160, picture: 'today' })).toMatchObject({
      url: `${server.url}/today.jpg?w=800&h=480`,
      resize: '800x480',
    })
    // Inkplate takes what follows the last dot of the address as the format.
    expect(textOf('display', 1)).toMatch(/\.jpg$/)
  })
})

describe('the recipe for other new-tab extensions', () => {
  it('has a different address in each line, so that each shows another picture', () => {
    const lines = textOf('new-tabs', 0).split('\n')
    expect(new Set(lines).size).toBe(3)
    expect(textOf('new-tabs', 0, { picture: 'today' }).split('\n')).toHaveLength(1)
  })

  it('warns where the address of the server cannot be used', () => {
    const notesFor = (publicUrl: string) => recipeOf('new-tabs', { publicUrl }).notes.join(' ')
    expect(notesFor('https://wallpapers.example')).toBe('')
    expect(notesFor('http://127.0.0.1:8787')).toBe('')
    expect(notesFor('http://localhost:8787')).toMatch(
      /^Mue .+ Replace localhost with 127\.0\.0\.1\.$/,
    )
    expect(notesFor('http://nas')).toMatch(/^Mue .+ Replace nas with .+\. In Firefox, .+ https\.$/)
    expect(notesFor('http://nas.local')).toMatch(/^In Firefox, .+ https\.$/)
  })
})

describe('the recipe for Windows', () => {
  it('has the address between single quotes, and no quote that ends its text too early', () => {
    const text = textOf('windows', 0, { filters: { category: ["it's (odd)"] } })
    expect(text).toMatch(/Invoke-WebRequest -UseBasicParsing '[^']+' -OutFile/)
    const [, script] = /^@'\n([\s\S]+)\n'@ \| Set-Content/.exec(text) ?? []
    expect(script).not.toMatch(/^'@/m)
  })
})

describe('a recipe for a terminal', () => {
  let home: string
  let log: string
  let bin: string
  beforeEach(async () => {
    home = await mkdtemp(join(dir, 'home-'))
    bin = join(home, 'fakes')
    log = join(home, 'log')
    await mkdir(bin)
    await writeFile(log, '')
    await writeFile(join(home, 'second'), '1000')
    // Each call is a second later, so the test does not wait.
    await fake('date', 'read -r at < ~/second; echo $((at + 1)) | tee ~/second')
    for (const command of ['gsettings', 'plasma-apply-wallpaperimage', 'osascript'])
      await fake(command, logCall)
  })

  const logCall = 'echo "$(basename "$0") $*" >> ~/log'
  const fake = async (name: string, text: string) => {
    await writeFile(join(bin, name), `#!/bin/bash\n${text}\n`)
    await chmod(join(bin, name), 0o755)
  }
  const bash = (...args: string[]) =>
    promisify(execFile)('bash', args, {
      env: { PATH: `${bin}:${process.env.PATH}`, HOME: home },
      timeout: 60_000,
    })
  const script = () => join(home, '.local/bin/fresco-wallpaper')
  const listPictures = () => readdir(join(home, '.cache/fresco-wallpaper'))
  const readLog = async () => (await readFile(log, 'utf8')).trim().split('\n')
  const pathOf = (second: number) => join(home, `.cache/fresco-wallpaper/${second}.jpg`)

  const gsettings = (second: number) =>
    ['picture-uri', 'picture-uri-dark'].map(
      (key) => `gsettings set org.gnome.desktop.background ${key} file://${pathOf(second)}`,
    )
  const plasma = (second: number) => [`plasma-apply-wallpaperimage ${pathOf(second)}`]
  const osascript = (second: number) => [
    `osascript -e tell application "System Events" to tell every desktop to set picture to POSIX file "${pathOf(second)}"`,
  ]

  it.each([
    { id: 'gnome', calls: gsettings },
    { id: 'plasma', calls: plasma },
    { id: 'macos', calls: osascript },
  ])('sets a new file each time and deletes the last one: $id', async ({ id, calls }) => {
    const filters = { category: ["it's (odd)"] }
    await bash('-c', textOf(id, 0, { filters }))
    expect(await readLog()).toEqual(calls(1001))
    expect(await sharp(pathOf(1001)).metadata()).toMatchObject({ format: 'jpeg', width: 640 })
    await bash(script())
    expect(await readLog()).toEqual([...calls(1001), ...calls(1002)])
    expect(await listPictures()).toEqual(['1002.jpg'])
  })

  it('keeps the last wallpaper after an error', async () => {
    await bash('-c', textOf('gnome', 0))
    const before = await readLog()
    const none = textOf('gnome', 0, { filters: { category: ['nowhere'] } })
    await expect(bash('-c', none)).rejects.toMatchObject({ code: 22 })
    expect(await readLog()).toEqual(before)
    expect(await listPictures()).toEqual(['1001.jpg'])
  })
})
