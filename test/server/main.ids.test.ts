import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

const nfd = (text: string) => text.normalize('NFD')

const files = [
  ...['pic.jpg', 'pic.png', 'beach/lake.jpg', 'nature/lake.jpg', 'Été 2024/plage.jpg'],
  ...[nfd('café.jpg'), nfd('한국.jpg'), 'über uns/Straße.jpg', 'Moon.jpg', 'moon.jpg'],
  ...['東京.jpg', '🌅 sunrise.jpg', 'v1.2.3.final.jpg', 'archive.tar.png', 'photo.jpg.jpg'],
  ...['-dash.jpg', 'index.jpg', 'today.jpg', 'search.webp', 'IMG_0001.JPG'],
  ...['100% real.jpg', 'a+b.jpg', 'no#1.jpg', 'why?.jpg', 'Salt & Pepper.jpg', 'a, b.jpg'],
  ...['deep/er/and/deeper.jpg', "it's [1] (2).jpg"],
]

/** The spellings that mean another picture, or that several pictures have, so that they mean none. */
const exceptions = new Map<string, string | undefined>([
  // The picture `beach/lake.jpg` has the id `lake`, `pic.jpg` has the id `pic`, and ids go before file names.
  ...['lake', 'LAKE', 'lake.jpg'].map((text) => [text, 'beach/lake.jpg'] as const),
  ...['pic', 'PIC'].map((text) => [text, 'pic.jpg'] as const),
  ...['LAKE.JPG', 'MOON.JPG', 'MOON'].map((text) => [text, undefined] as const),
  ['moon.jpg', 'moon.jpg'],
  ['moon', 'moon.jpg'],
])

interface Spelling {
  text: string
  file: string
  /** The id that the text means, or `undefined` if it means none. */
  id: string | undefined
}

let folder: string
let server: RunningServer
let authorization: string
let ids: ReadonlyMap<string, string>
let spellings: readonly Spelling[]

const ask = async (path: string, body?: unknown, method = body ? 'POST' : 'GET') => {
  const response = await fetch(server.url + path, {
    method,
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

const readIndex = async (): Promise<{ file_name: string; file_main_name: string }[]> =>
  (await fetch(`${server.url}/index.json`)).json()

const spell = (file: string, id: string): string[] => {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const stems = [file, name].map((each) => each.replace(/\.[^.]*$/, ''))
  const plain = [id, file, name, ...stems]
  const cased = plain.flatMap((each) => [each, each.toUpperCase(), each.toLowerCase()])
  return [...new Set(cased.flatMap((each) => [each.normalize('NFC'), nfd(each)]))]
}

/** Compares what each spelling means with what the server takes it for. Names the spellings that differ. */
const findMistakes = async (
  all: readonly Spelling[],
  find: (text: string) => Promise<string | undefined>,
) => {
  const mistakes: string[] = []
  for (const { text, file, id } of all) {
    const found = await find(text)
    if (found !== id) mistakes.push(`${text} of ${file} is ${found} instead of ${id}`)
  }
  return mistakes
}

describe('a folder of pictures with odd names', () => {
  beforeAll(async () => {
    folder = await makeTempDir('odd-names')
    for (const [at, file] of files.entries()) {
      const path = join(folder, file)
      await mkdir(dirname(path), { recursive: true })
      const background = { r: 8 * at, g: 255 - 8 * at, b: (at * 40) % 256 }
      await sharp({ create: { width: 64, height: 36, channels: 3, background } }).toFile(path)
    }
    server = await startServer({ env: { WALLPAPERS_DIR: folder } })
    await vi.waitFor(async () => expect(await readIndex()).toHaveLength(files.length), 60_000)
    const nfc = new Map(
      (await readIndex()).map((row) => [row.file_main_name.normalize('NFC'), row.file_name]),
    )
    ids = new Map(files.map((file) => [file, nfc.get(file.normalize('NFC')) ?? '']))
    spellings = [...ids].flatMap(([file, id]) =>
      spell(file, id).map((text) => {
        const meant = exceptions.has(text) ? exceptions.get(text) : file
        return { text, file, id: meant === undefined ? undefined : ids.get(meant) }
      }),
    )
    const person = { username: 'ada', password: 'correct horse' }
    const signedUp = await fetch(`${server.url}/api/auth/sign-up/username`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(person),
    })
    authorization = `Bearer ${((await signedUp.json()) as { token: string }).token}`
  })
  afterAll(async () => {
    await server?.stop()
    await removeDir(folder)
  })

  it('gives each picture one id and one address, both composed', async () => {
    expect(new Set(ids.values()).size).toBe(files.length)
    for (const row of await readIndex()) {
      expect(row.file_name).toBe(row.file_name.normalize('NFC'))
      expect(row.file_main_name).toBe(row.file_main_name.normalize('NFC'))
    }
  })

  it('finds the details of a picture by every spelling', async () => {
    const mistakes = await findMistakes(spellings, async (text) => {
      // The address of this text belongs to another route.
      if (['index', 'search', 'today'].includes(text)) return `${text}-${digestOf(text)}`
      return (await ask(`/api/wallpapers/${encodeURIComponent(text)}`)).body.id
    })
    expect(mistakes).toEqual([])
  })
  const digestOf = (name: string) =>
    [...ids.values()].find((id) => id.startsWith(`${name}-`))?.slice(name.length + 1)

  /** Every fifth spelling, for routes that find a picture as the details do. */
  const some = () => spellings.filter((_, at) => at % 5 === 0)

  it('sends the picture itself by its spellings', async () => {
    const pictures = new Map<string, string>()
    const read = async (text: string) => {
      const path = `/images/${encodeURIComponent(text)}?w=16&format=webp`
      const response = await fetch(server.url + path)
      const bytes = Buffer.from(await response.arrayBuffer())
      return response.ok ? bytes.toString('base64') : undefined
    }
    for (const id of ids.values()) pictures.set((await read(id)) ?? '', id)
    expect(pictures.size).toBe(files.length)
    expect(
      await findMistakes(some(), async (text) => pictures.get((await read(text)) ?? '')),
    ).toEqual([])
  })

  it.each(['wallpaper', 'wallpapers'])('leads /%s to the one page of a picture', async (route) => {
    const home = `${server.url}/wallpaper/`
    const mistakes = await findMistakes(some(), async (text) => {
      const { ok, url } = await fetch(`${server.url}/${route}/${encodeURIComponent(text)}`)
      return ok ? decodeURIComponent(url.slice(home.length)) : undefined
    })
    expect(mistakes).toEqual([])
  })

  const isIdText = ({ text }: Spelling) => !/[%?#&]|^\s/.test(text)
  const toSent = (text: string) =>
    isIdText({ text } as Spelling) ? text : encodeURIComponent(text)

  it('hearts a picture by every spelling, and removes the heart again', async () => {
    const mistakes = await findMistakes(spellings, async (text) => {
      const change = { wallpaperId: toSent(text), action: 'add' }
      const { body } = await ask('/api/favorites', change, 'PATCH')
      const removal = await ask('/api/favorites', { ...change, action: 'remove' }, 'PATCH')
      if (removal.body.favorites?.length !== 0) return `${text}, and stays`
      const [id] = body.favorites
      return id === text.normalize('NFC') && ![...ids.values()].includes(id) ? undefined : id
    })
    expect(mistakes).toEqual([])
  })

  it.each(['wallpapers', 'random-wallpaper'])(
    'excludes by the spellings of a picture from %s',
    async (route) => {
      // Commas separate the values, and an id has none of the other characters.
      const usable = some().filter((each) => isIdText(each) && !each.text.includes(','))
      const mistakes = await findMistakes(usable, async (text) => {
        const query = `limit=100&include=details&exclude=${encodeURIComponent(text)}`
        const { body } = await ask(`/api/${route}?${query}`)
        const left = new Set(body.items.map(({ id }: { id: string }) => id))
        const gone = [...ids.values()].filter((id) => !left.has(id))
        return gone.length === 0 ? undefined : gone.join()
      })
      expect(mistakes).toEqual([])
    },
  )

  it('filters by a category in both forms', async () => {
    for (const form of ['NFC', 'NFD']) {
      const category = encodeURIComponent('été-2024'.normalize(form))
      const paths = ['wallpapers', 'random-wallpaper'].map((route) => `/api/${route}`)
      for (const path of paths) {
        const { body } = await ask(`${path}?category=${category}&include=details`)
        expect(body.items).toMatchObject([{ id: ids.get('Été 2024/plage.jpg') }])
      }
    }
  })
})
