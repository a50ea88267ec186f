import { execFile } from 'node:child_process'
import { rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  createPictureWork,
  type PictureWork,
} from '../../../../server/adapters/sharp/picture-work.ts'
import { encodePath } from '../../../../shared/ids.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { startPlainFileServer } from '../../../tools/servers/plain-file-server.ts'
import { firstHalf, landscape, noise, plain } from '../../adapters/sample-pictures.ts'
import { crawlSite } from './crawl-site.ts'
import { openExport, publicUrl, putPicture, putPictures, readFiles } from './export-harness.ts'

type Export = Awaited<ReturnType<typeof openExport>>

const rowsSchema = z.array(
  z.looseObject({
    file_name: z.string(),
    file_main_name: z.string(),
    file_cache_name: z.string(),
    file_size: z.number(),
    title: z.string(),
    renditions: z.array(z.object({ file: z.string(), width: z.number(), height: z.number() })),
  }),
)

const readIndex = async (out: string) => {
  const index = expectDefined((await readFiles(out)).get('index.json'))
  return rowsSchema.parse(JSON.parse(String(index)))
}

describe('an exported site', () => {
  let made: Export
  let files: ReadonlyMap<string, Buffer>
  beforeAll(async () => {
    made = await openExport()
    await putPictures(made.folder)
    await made.run()
    files = await readFiles(made.out)
  })
  afterAll(() => made.close())

  const textOf = (file: string) => String(expectDefined(files.get(file)))

  it('has only links that lead to something, wherever it is served', async () => {
    const server = await startPlainFileServer(made.out, '/wallpapers')
    const { seen, problems } = await crawlSite(server.url, publicUrl)
    await server.close()
    expect(problems).toEqual([])
    const written = [...files.keys()].filter((file) => !unlinked.has(file.split('/')[0] ?? ''))
    const missed = written.filter((file) => !seen.has(toPath(file)))
    expect(missed).toEqual([])
  })

  it('names nothing that needs a server', () => {
    for (const [file, content] of files) {
      if (!file.endsWith('.html')) continue
      const links = /"[^"]*\/(?:account|docs|connect|heart|random)\b/
      expect(String(content), file).not.toMatch(links)
      expect(String(content), file).toContain('http-equiv="Content-Security-Policy"')
    }
  })

  it('lists copies of each picture that have the announced size and shape', async () => {
    const rows = await readIndex(made.out)
    expect(rows.map(({ file_name }) => file_name)).toEqual([
      'Art-lake',
      'Red-Square-more-1-100',
      '夜景',
      'nature-lake',
      'tall',
    ])
    for (const { renditions, file_name } of rows)
      for (const { file, width, height } of renditions)
        expect(await sharp(files.get(file)).metadata(), file_name).toMatchObject({
          ...{ format: 'webp', width, height },
        })
    const sizes = rows.map(({ renditions }) =>
      renditions.map(({ width, height }) => [width, height]),
    )
    expect(sizes).toEqual([[[1280, 788]], [], [[1280, 640]], [[1280, 720]], [[720, 1280]]])
  })

  it('gives the size of each original after its metadata was removed', async () => {
    const rows = await readIndex(made.out)
    const sizes = rows.map(({ file_main_name }) => files.get(`main/${file_main_name}`)?.length)
    expect(rows.map(({ file_size }) => file_size)).toEqual(sizes)
    for (const size of sizes) expect(textOf('feed.rss')).toContain(`length="${size}"`)
  })

  it('has a picture of its own for links to each wallpaper', async () => {
    const html = textOf('wallpaper/nature-lake/index.html')
    const [, card = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
    expect(card).toMatch(new RegExp(`^${publicUrl}/images/nature-lake/[0-9a-f]+-card\\.jpg$`))
    const picture = files.get(card.slice(publicUrl.length + 1))
    expect(await sharp(picture).metadata()).toMatchObject({
      ...{ format: 'jpeg', width: 1200, height: 630 },
    })
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}/wallpaper/nature-lake/">`)
  })

  it('has recipes for programs that need no random address', async () => {
    const home = textOf('index.html')
    const recipes = [...home.matchAll(/data-copy="([^"]*)"/g)].map(([, text = '']) =>
      text.replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
    )
    expect(recipes).toContain(`${publicUrl}/feed.rss`)
    expect(recipes).toContain(`${publicUrl}/tab/?every=30`)
    const script = recipes.find((recipe) => recipe.includes('| xargs'))
    const server = await startPlainFileServer(made.out, '/wallpapers')
    const [choose = ''] = (script ?? '').replace(publicUrl, server.url).split('| xargs')
    const { stdout } = await promisify(execFile)('bash', ['-c', choose])
    await server.close()
    const path = decodeURI(stdout.trim().slice(publicUrl.length + 1))
    expect([...files.keys()].filter((file) => file.startsWith('main/'))).toContain(path)
  })

  it('has feeds, categories and colors, and no time of its own', () => {
    expect(JSON.parse(textOf('feed.json')).items).toHaveLength(5)
    expect(textOf('feed.json')).not.toContain('date_published')
    expect(textOf('feed.rss')).toContain('<enclosure url="https://ada.example/wallpapers/main/')
    expect(JSON.parse(textOf('api/categories.json'))).toEqual([
      { name: 'art', count: 3 },
      { name: 'nature', count: 2 },
    ])
    expect(JSON.parse(textOf('api/colors.json')).length).toBeGreaterThan(1)
    expect(textOf('index.json')).not.toContain('timestamp')
    expect(textOf('_headers')).toContain(
      '/wallpapers/index.json\n  Access-Control-Allow-Origin: *\n',
    )
  })

  it('has the same bytes again, from other times and for another folder', async () => {
    const again = await openExport()
    await putPictures(again.folder)
    await utimes(join(again.folder, 'nature/lake.jpg'), 1_600_000_000, 1_600_000_000)
    await again.run()
    expect(await readFiles(again.out)).toEqual(files)
    await again.close()
  })
})

const unlinked = new Set([
  ...['_headers', '.nojekyll', '.fresco-export'],
  ...['tags.json', 'api', 'robots.txt', 'licenses.txt'],
])

const toPath = (file: string) => `/${encodePath(file)}`.replace(/\/index\.html$/, '/')

describe('exportSite', () => {
  let made: Export
  beforeEach(async () => {
    made = await openExport()
  })
  afterEach(() => made.close())

  it('writes only what has changed since the last run', async () => {
    await putPictures(made.folder)
    const first = await made.run()
    expect(await made.run()).toEqual({ ...first, written: 0, unchanged: first.written })
    const main = join(made.out, 'main/tall.jpg')
    const { mtimeMs } = await stat(main)
    await rm(join(made.folder, 'art/夜景.jpg'))
    await putPicture(made.folder, 'Art/lake.jpg', plain('#336699', 1300, 800))
    const changed = await made.run()
    expect(changed.deleted).toBeGreaterThan(3)
    expect((await stat(main)).mtimeMs).toBe(mtimeMs)
    const fresh = join(made.dir, 'fresh')
    await made.run({ out: fresh })
    expect(await readFiles(made.out)).toEqual(await readFiles(fresh))
  })

  it('continues a run that was stopped', async () => {
    for (const at of [1, 2, 3, 4])
      await putPicture(made.folder, `${at}.jpg`, plain(`#${at}${at}6699`, 300, 200))
    const stopping = new AbortController()
    const onProgress = (done: number) => done === 2 && stopping.abort()
    const stopped = made.run({ signal: stopping.signal, onProgress })
    await expect(stopped).rejects.toThrow('aborted')
    expect((await made.run()).unchanged).toBeGreaterThan(1)
    const fresh = join(made.dir, 'fresh')
    await made.run({ out: fresh })
    expect(await readFiles(made.out)).toEqual(await readFiles(fresh))
  })

  it('credits a picture, and does not crop it if its license forbids that', async () => {
    const row = { file_name: 'lake', file_main_name: 'lake.jpg', credit: 'Ada' }
    const index = JSON.stringify([{ ...row, license: 'CC BY-ND 4.0' }])
    await writeFile(join(made.folder, 'index.json'), index)
    await putPicture(made.folder, 'main/lake.jpg', landscape(1400, 1000))
    await made.run()
    const files = await readFiles(made.out)
    expect(String(files.get('credits/index.html'))).toContain('<li><bdi>Ada</bdi></li>')
    const [, card] = [...files].find(([file]) => file.endsWith('-card.jpg')) ?? []
    expect(await sharp(card).metadata()).toMatchObject({ width: 882, height: 630 })
  })

  it('leaves out what is not a picture, and says why', async () => {
    await writeFile(
      join(made.folder, 'index.json'),
      JSON.stringify(
        ['good', 'half', 'gone', 'good'].map((name) => ({
          file_name: name,
          file_main_name: `${name}.jpg`,
        })),
      ),
    )
    await putPicture(made.folder, 'main/good.jpg', landscape(700, 500))
    await putPicture(made.folder, 'main/half.jpg', firstHalf(await noise(1300).jpeg().toBuffer()))
    expect(await made.run()).toMatchObject({ wallpapers: 1, skipped: 3 })
    expect(made.skipped.toSorted()).toEqual([
      'gone.jpg: the file is missing',
      'half.jpg: The picture could not be read',
      'index.json: 1 row has no usable file, or repeats the id of another row',
    ])
    const [row] = await readIndex(made.out)
    expect(row).toMatchObject({ file_name: 'good', width: 700, height: 500, renditions: [] })
    expect([...(await readFiles(made.out)).keys()].join()).not.toMatch('half|gone')
  })

  it('exports a picture whose copying ends while the others are measured', async () => {
    const whole = await landscape(700, 500).jpeg().toBuffer()
    for (const name of ['good', 'later', 'last'])
      await putPicture(made.folder, `${name}.jpg`, landscape(700, 500))
    await writeFile(join(made.folder, 'copied.jpg'), firstHalf(whole))
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const work = createPictureWork()
    let isCopied = false
    const slowWork: PictureWork = {
      ...work,
      run: async (job) => {
        const result = await work.run(job)
        vi.advanceTimersByTime(2_000)
        if (!isCopied) await writeFile(join(made.folder, 'copied.jpg'), whole)
        isCopied = true
        return result
      },
    }
    const result = await made.run({ work: slowWork }).finally(() => vi.useRealTimers())
    expect(result).toMatchObject({ wallpapers: 4, skipped: 0 })
    expect(made.skipped).toEqual([])
  })

  it('tells names apart that other systems take for the same', async () => {
    const names = ['Lake', 'lake', 'what?', 'a*b']
    const rows = names.map((name, at) => ({ file_name: `id-${at}`, file_main_name: `${name}.jpg` }))
    const other = { file_name: 'ID-0', file_main_name: 'dune.jpg' }
    await writeFile(join(made.folder, 'index.json'), JSON.stringify([...rows, other]))
    for (const name of [...names, 'dune'])
      await putPicture(made.folder, `main/${name}.jpg`, plain('#336699', 300, 200))
    await made.run()
    const files = [...(await readFiles(made.out)).keys()]
    expect(files.filter((file) => /[?:*"<>|\\]/.test(file))).toEqual([])
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(files.length)
    expect(files.filter((file) => file.startsWith('main/'))).toHaveLength(5)
  })

  it('writes JPEG files with an extension that every host knows', async () => {
    for (const name of ['lake.jfif', 'lake.jpe', 'dune.JFIF', 'dune.jpg'])
      await putPicture(made.folder, name, plain('#336699', 300, 200).jpeg())
    await made.run()
    const mains = (await readIndex(made.out)).map((row) => row.file_main_name)
    expect(new Set(mains).size).toBe(4)
    expect(mains.filter((name) => !String(name).endsWith('.jpg'))).toEqual([])
  })

  it('keeps originals as they are, without the place where they were taken', async () => {
    const exif = { IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } }
    const original = await landscape(900, 600).withExif(exif).jpeg().toBuffer()
    await putPicture(made.folder, 'lake.jpg', original)
    await made.run()
    const sent = expectDefined((await readFiles(made.out)).get('main/lake.jpg'))
    expect(sent.length).toBeLessThan(original.length)
    expect((await sharp(sent).metadata()).exif?.includes('GPS') ?? false).toBe(false)
    expect(await sharp(sent).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer())
    await made.run({ out: join(made.dir, 'whole'), stripsMetadata: false })
    expect((await readFiles(join(made.dir, 'whole'))).get('main/lake.jpg')).toEqual(original)
  })

  it('says who made a picture, and leaves it out if the file beside it cannot be used', async () => {
    const signed = plain('#336699').withExif({ IFD0: { Artist: 'Grace H.' } })
    await putPicture(made.folder, 'signed.jpg', signed)
    await putPicture(made.folder, 'lake.jpg', plain('#336699'))
    await putPicture(made.folder, 'lake.jpg.json', '{"credit":"Ada L."}')
    await putPicture(made.folder, 'dune.jpg', plain('#996633'))
    await putPicture(made.folder, 'dune.jpg.json', '{"author":"Ada L."}')
    const textOf = async (id: string) =>
      String((await readFiles(made.out)).get(`wallpaper/${id}/index.html`))
    expect(await made.run()).toMatchObject({ wallpapers: 2, skipped: 1 })
    expect(made.skipped.join()).toMatch(
      /^dune\.jpg: dune\.jpg\.json beside it has an unknown field/,
    )
    expect(await textOf('lake')).toContain('Ada L.')
    expect(await textOf('signed')).not.toContain('Grace H.')
    await made.run({ readsEmbeddedFacts: true })
    expect(await textOf('signed')).toContain('Grace H.')
  })

  it('refuses a folder that holds other files, or the pictures', async () => {
    await putPicture(made.folder, 'lake.jpg', plain('#336699'))
    const link = join(made.dir, 'link')
    await symlink(made.folder, link)
    const within = ['site', 'new/site'].flatMap((name) => [
      join(made.folder, name),
      join(link, name),
    ])
    for (const out of [made.folder, ...within, made.dir])
      await expect(made.run({ out })).rejects.toThrow('neither folder may contain the other')
    const other = join(made.dir, 'other')
    await putPicture(other, 'notes.txt', 'mine')
    await expect(made.run({ out: other })).rejects.toThrow('has files that no export wrote')
  })

  it('exports an empty folder', async () => {
    expect(await made.run()).toMatchObject({ wallpapers: 0, skipped: 0 })
    const home = String((await readFiles(made.out)).get('index.html'))
    expect(home).toContain('There are no wallpapers here yet')
  })
})
