import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFactsReader } from '../../../../server/adapters/folder/facts.ts'
import { readFolderLimits } from '../../../../server/adapters/folder/files.ts'
import { openMeasuring } from '../../../../server/adapters/folder/measuring.ts'
import { parseEmbedded } from '../../../../server/adapters/folder/parse-facts.ts'
import { scanFolder } from '../../../../server/adapters/folder/scan.ts'
import { prepareAnswer } from '../../../../server/adapters/prepare-answer.ts'
import { createCatalogue } from '../../../../server/catalogue/packed/create-catalogue.ts'
import type { CatalogueSource } from '../../../../server/catalogue/source.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { plain } from '../sample-pictures.ts'
import { openFolder, type TestFolder } from './harness.ts'

let folder: TestFolder
beforeEach(async () => {
  folder = await openFolder()
})
afterEach(() => folder.close())

const read = async (source: CatalogueSource, id = 'lake') => {
  const document = expectDefined(await source.read(undefined, new AbortController().signal))
  return createCatalogue(document, prepareAnswer).catalogue.find(id)
}
const readOne = (options: Parameters<TestFolder['start']>[0] = {}) => read(folder.start(options))
const readEmbedded = async (picture: Sharp, format: 'jpeg' | 'webp' | 'avif' = 'jpeg') => {
  await folder.put('lake.jpg', await picture.toFormat(format).toBuffer())
  return readOne({ readsEmbeddedFacts: true })
}

/** Reads one folder in which each of the pictures `0/lake.png`, `1/lake.png`, … has the given file beside it. */
const readEach = async (files: readonly (readonly [string, string | Buffer, ...unknown[]])[]) => {
  for (const [at, [name, content]] of files.entries()) {
    await folder.putPicture(`${at}/lake.png`)
    await folder.put(`${at}/${name}`, content)
  }
  const source = folder.start()
  const document = expectDefined(await source.read(undefined, new AbortController().signal))
  const { catalogue } = createCatalogue(document, prepareAnswer)
  return files.map((_, at) => catalogue.find(at === 0 ? 'lake' : `${at}-lake`))
}

const lake = () => plain('#336699')
const nothing = { title: 'Lake', description: '', tags: [], credit: undefined, license: undefined }

const languages = (texts: Readonly<Record<string, string>>) => {
  const items = Object.entries(texts).map(
    ([language, text]) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`,
  )
  return `<rdf:Alt>${items.join('')}</rdf:Alt>`
}
const list = (...texts: string[]) =>
  `<rdf:Bag>${texts.map((text) => `<rdf:li>${text}</rdf:li>`).join('')}</rdf:Bag>`
const toXmp = (inside: string) => `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
 xmlns:cc="http://creativecommons.org/ns#" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:lr="http://ns.adobe.com/lightroom/1.0/" xmlns:digiKam="http://www.digikam.org/ns/1.0/">
${inside}</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`
const titled = (title: string) => toXmp(`<dc:title>${languages({ 'x-default': title })}</dc:title>`)

describe('the facts of a picture in a folder', () => {
  it('come from the JSON file beside it, and make its row like that of an index', async () => {
    await folder.putPicture('nature/alps/lake.png')
    const facts = {
      title: 'Blue-green lake',
      description: 'A lake at dawn',
      tags: 'calm, blue hour',
      category: '#Quiet Places',
      credit: 'Ada L.',
      credit_url: 'https://ada.example/',
      license: 'cc by-sa 4.0',
      source_url: 'https://ada.example/lake',
    }
    await folder.put('nature/alps/lake.json', `\uFEFF${JSON.stringify(facts)}`)
    expect(await readOne()).toMatchObject({
      title: 'Blue-green lake',
      description: 'A lake at dawn',
      tags: ['alps', 'calm', 'blue hour'],
      category: 'quiet-places',
      credit: 'Ada L.',
      creditUrl: 'https://ada.example/',
      license: { name: 'CC BY-SA 4.0', isFree: true },
      sourceUrl: 'https://ada.example/lake',
    })
  })

  const takeout = (description: string) =>
    JSON.stringify({
      title: 'IMG_1.jpg',
      description,
      photoTakenTime: { timestamp: '1' },
      people: [],
    })
  const galleryDl = (fields: object) =>
    JSON.stringify({ category: 'site', subcategory: 'user', extension: 'jpg', ...fields })
  const kinds: [string, string, object][] = [
    ['lake.png.json', '{"title":"Dawn"}', { title: 'Dawn' }],
    ['lake.png.JSON', '{"title":"Dawn"}', { title: 'Dawn' }],
    ['lake.png.json', '{"taken_at":"2019-05-13T23:59:00+02:00"}', { takenOn: '2019-05-13' }],
    ['lake.png.json', '{"place":"Bern, Switzerland"}', { place: 'Bern, Switzerland' }],
    ['lake.png.xmp', titled('Dawn'), { title: 'Dawn' }],
    ['lake.XMP', titled('Dawn'), { title: 'Dawn' }],
    [
      'lake.png.json',
      takeout('By the sea'),
      { title: 'Lake', description: 'By the sea', takenOn: '1970-01-01' },
    ],
    ['lake.png.supplemental-metadata.json', takeout('By the sea'), { description: 'By the sea' }],
    ['lake.png.json', takeout('OLYMPUS DIGITAL CAMERA'), nothing],
    [
      'lake.png.json',
      galleryDl({ title: 'Dawn', tags: ['calm'], author: { name: 'Ada' }, content: 'A lake' }),
      { title: 'Dawn', tags: ['calm'], credit: 'Ada', description: 'A lake' },
    ],
    [
      'lake.png.json',
      galleryDl({ tags: 'calm blue_hour', user: 'ada' }),
      { tags: ['calm', 'blue_hour'], credit: 'ada' },
    ],
    [
      'lake.png.json',
      galleryDl({ user: { id: 3, username: 'ada', description: 'about me' } }),
      { credit: 'ada' },
    ],
    [
      'lake.png.json',
      '{"title":null,"credit":"Ada","license":"","tags":[]}',
      { title: 'Lake', credit: 'Ada' },
    ],
    [
      'lake.png.json',
      '{"credit":"A\\u0007da","tags":["calm, water","-people","sea"]}',
      { credit: 'A da', tags: ['calm', 'water', 'people', 'sea'] },
    ],
  ]
  it('are read from every kind of file beside a picture', async () => {
    expect(await readEach(kinds)).toMatchObject(kinds.map(([, , expected]) => expected))
    expect(folder.lines).toEqual([`Measured all ${kinds.length} pictures`])
  })

  const words = 'Zürichsee bei Föhn – „schön“'
  const latin = 'Zürichsee bei Föhn'
  const toBig = (text: string) => Buffer.from(text, 'utf16le').swap16()
  // Windows-1252 has these characters where Latin-1 has control characters.
  const toWindows = (text: string) =>
    Buffer.from(
      text.replace(/[–„“]/g, (char) => ({ '–': '\x96', '„': '\x84', '“': '\x93' })[char] ?? ''),
      'latin1',
    )
  const json = JSON.stringify({ title: words })
  const encoded: [string, Buffer, string][] = [
    ['lake.json', Buffer.from(`\uFEFF${json}`), words],
    ['lake.json', Buffer.from(`\uFEFF${json}`, 'utf16le'), words],
    ['lake.json', toBig(`\uFEFF${json}`), words],
    ['lake.json', toWindows(json), words],
    ['lake.xmp', Buffer.from(`\uFEFF${titled(words)}`, 'utf16le'), words],
    ['lake.xmp', toWindows(titled(words).replace('\uFEFF', '')), words],
    ['lake.xmp', toBig(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${titled(words)}`), words],
    [
      'lake.xmp',
      // In ISO 8859-2, the byte 0xE8 is č.
      Buffer.from(
        `<?xml version='1.0' encoding='iso-8859-2'?>${titled('lu\xe8')}`.replace('\uFEFF', ''),
        'latin1',
      ),
      'luč',
    ],
    [
      'lake.xmp',
      // It is UTF-8, although it declares another encoding.
      Buffer.from(`<?xml version="1.0" encoding="us-klingon"?>${titled(latin)}`),
      latin,
    ],
  ]
  it('are read in every encoding', async () => {
    const found = await readEach(encoded)
    expect(found.map((wallpaper) => wallpaper?.title)).toEqual(encoded.map(([, , title]) => title))
  })

  it('are read from a file that darktable 4.2 wrote', async () => {
    await folder.putPicture('lake.png')
    const file = new URL('../../../data/darktable-4.2.xmp', import.meta.url)
    await folder.put('lake.png.xmp', await readFile(file))
    expect(await readOne()).toMatchObject({
      title: 'Darktable title',
      description: 'Darktable description',
      tags: ['0', 'Alps', 'Lake', 'Places', 'calm'],
      credit: 'Ada Darktable',
      license: { name: 'CC BY 4.0', isFree: true },
    })
  })

  it.each([
    [`${'a'.repeat(30)}.png`, `${'a'.repeat(30)}.png.supplementa.json`],
    [`${'a'.repeat(44)}.png`, `${'a'.repeat(44)}.p.json`],
    ['lake(1).png', 'lake.png.supplemental-metadata(1).json'],
    ['lake(1).png', 'lake.png(1).json'],
  ])('of %s are read from the shortened name %s of Google Takeout', async (picture, name) => {
    await folder.putPicture(picture)
    await folder.put(name, takeout('By the sea'))
    const found = await read(folder.start(), picture.slice(0, -4))
    expect(found?.description).toBe('By the sea')
  })

  it('are not read from lake.xmp or lake.json if two pictures have this name', async () => {
    await folder.putPicture('lake.png')
    await folder.put('lake.jpg', await lake().jpeg().toBuffer())
    await folder.put('lake.xmp', titled('Dawn'))
    await folder.put('lake.json', '{"title":"Dusk"}')
    expect(await readOne()).toMatchObject(nothing)
    expect(folder.lines).toContain(
      'Files with facts that belong to no picture: 2. fresco catalogue check lists them',
    )
  })

  it('are listed by the scan if they belong to no picture', async () => {
    for (const name of ['lake.png', 'sea.png', 'sea.jpg']) await folder.putPicture(name)
    for (const name of ['lake.json', 'lake.png.json', 'sea.xmp', 'sea.png.xmp', 'a/Gone.JSON'])
      await folder.put(name, '{}')
    const { leftOut } = await scanFolder(await readFolderLimits({ folder: folder.folder }))
    expect(leftOut).toEqual([
      { path: 'lake.json', why: 'beside', reason: 'another file about its picture comes first' },
      {
        path: 'sea.xmp',
        why: 'beside',
        reason: 'several pictures have this name: write the extension of one of them, too',
      },
      { path: 'a/Gone.JSON', why: 'beside', reason: 'no picture has this name' },
    ])
  })

  it('are read from a file whose name has another Unicode form', async () => {
    await folder.putPicture('café.png'.normalize('NFD'))
    await folder.put('café.png.json'.normalize('NFC'), '{"title":"Dawn"}')
    expect(await read(folder.start(), 'café')).toMatchObject({ title: 'Dawn' })
  })

  it.each(['outside.json', 'missing.json'])('are not read through a link to %s', async (name) => {
    await writeFile(join(folder.base, 'outside.json'), '{"title":"Secret"}')
    await folder.putPicture('lake.png')
    await symlink(join(folder.base, name), join(folder.folder, 'lake.json'))
    expect(await readOne()).toMatchObject(nothing)
    expect(folder.lines.join()).toContain('lake.json beside it is missing, empty')
  })

  it('come from the picture itself only if that is switched on', async () => {
    const picture = lake().withExif({ IFD0: { Artist: 'Ada L.', Copyright: 'CC0' } })
    await folder.put('lake.jpg', await picture.jpeg().toBuffer())
    expect(await readOne()).toMatchObject(nothing)
    expect(await readOne({ readsEmbeddedFacts: true })).toMatchObject({
      credit: 'Ada L.',
      license: { name: 'CC0 1.0' },
    })
    expect(await readOne()).toMatchObject(nothing)
  })

  it('come from JSON before XMP before the picture, and no license gets the link of another', async () => {
    const inside = toXmp(`<dc:title>${languages({ 'x-default': 'Inside' })}</dc:title>
      <dc:subject>${list('inside')}</dc:subject>
      <cc:license rdf:resource="https://creativecommons.org/licenses/by/4.0/"/>`)
    await folder.put('lake.jpg', await lake().withXmp(inside).jpeg().toBuffer())
    await folder.put('lake.jpg.xmp', titled('Beside'))
    await folder.put('lake.jpg.json', '{"description":"JSON","license":"CC0"}')
    expect(await readOne({ readsEmbeddedFacts: true })).toMatchObject({
      title: 'Beside',
      description: 'JSON',
      tags: ['inside'],
      license: { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
    })
  })

  it('name the author and the license of the XMP file at the addresses of the JSON file', async () => {
    await folder.putPicture('lake.png')
    const xmp = `<dc:creator>${list('Ada L.')}</dc:creator>
      <dc:rights>${languages({ 'x-default': 'CC BY 4.0' })}</dc:rights>`
    await folder.put('lake.xmp', toXmp(xmp))
    const addresses = { credit_url: 'https://ada.example/', license_url: 'https://ada.example/cc' }
    await folder.put('lake.json', JSON.stringify(addresses))
    expect(await readOne()).toMatchObject({
      credit: 'Ada L.',
      creditUrl: 'https://ada.example/',
      license: { name: 'CC BY 4.0', url: 'https://ada.example/cc' },
    })
  })

  it('that are too large for a row are without tags', async () => {
    await folder.putPicture('lake.png')
    const long = '漢'.repeat(480)
    const texts = { title: long, description: long, credit: long, license: long, category: long }
    await folder.put('lake.json', JSON.stringify(texts))
    const tags = Array.from({ length: 50 }, (_, at) => `${10 + at}${'漢'.repeat(48)}`)
    await folder.put('lake.xmp', toXmp(`<dc:subject>${list(...tags)}</dc:subject>`))
    expect(await readOne()).toMatchObject({ description: long, tags: [] })
    expect(folder.lines.join()).toContain('its facts are larger than 11 KB')
  })

  const partly: [string, string][] = [
    [
      '{"author":"Me","credit":"Ada","license":"CC0"}',
      "has an unknown field 'author': the fields are title",
    ],
    ['{"title":5,"credit":"Ada","license":"CC0"}', 'has no usable title: it accepts a text'],
    [
      '{"source_url":"javascript:alert(1)","credit":"Ada","license":"CC0"}',
      'has no usable source_url: it accepts an http or https address',
    ],
  ]
  it('are those that can be used of a file', async () => {
    const found = await readEach(partly.map(([json]) => ['lake.json', json] as const))
    const usable = { credit: 'Ada', license: { name: 'CC0 1.0' } }
    expect(found).toMatchObject(partly.map(() => usable))
    for (const [, problem] of partly) expect(folder.lines.join()).toContain(problem)
  })

  it('that cannot be used are logged once, and the picture is shown without them', async () => {
    await folder.putPicture('lake.png')
    await folder.put('lake.png.json', '{"titel":"Dawn"}')
    await folder.put('lake.xmp', titled('Dawn'))
    const source = folder.start()
    for (let n = 0; n < 3; n += 1) expect(await read(source)).toMatchObject({ title: 'Dawn' })
    expect(folder.lines.filter((line) => line.startsWith('lake'))).toEqual([
      "lake.png is shown without some of its facts: lake.png.json beside it has an unknown field 'titel': " +
        'the fields are title, description, tags, category, credit, credit_url, license, license_url, source_url, source, taken_at, place',
    ])
  })

  const bad: [string, string | Buffer, string][] = [
    ['lake.json', '{"title":', 'is not a JSON object'],
    ['lake.json', '["Dawn"]', 'is not a JSON object'],
    ['lake.json', Buffer.from('{"title":"Dawn"}', 'utf16le'), 'is not text in a known encoding'],
    ['lake.json', Buffer.from('{"title":"\x81"}', 'latin1'), 'is not text in a known encoding'],
    ['lake.json', Buffer.from('\xef\xbb\xbf{"title":"f\xfcr"}', 'latin1'), 'known encoding'],
    ['lake.xmp', '<x:xmpmeta', 'is not valid XMP'],
    ['lake.xmp', `<a>${' '.repeat(256_000)}</a>`, 'is larger than 256 KB'],
  ]
  it('are not taken from a bad file', async () => {
    expect(await readEach(bad)).toMatchObject(bad.map(() => nothing))
    for (const [at, [, , problem]] of bad.entries())
      expect(folder.lines.find((line) => line.startsWith(`${at}/lake.png`))).toContain(problem)
  })

  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  it('survive many levels in one of them', async () => {
    const levels = 120_000
    await folder.putPicture('good.png')
    await folder.put('good.json', '{"title":"Dawn"}')
    await folder.putPicture('lake.png', '#336699')
    await folder.put('lake.png.json', `{"tags":${nested(levels)},"title":"Deep"}`)
    await folder.putPicture('taken.png', '#663399')
    await folder.put('taken.png.json', `{"photoTakenTime":0,"description":${nested(levels)}}`)
    await folder.putPicture('site.png', '#993366')
    const site = `{"subcategory":0,"extension":0,"user":${nested(levels)},"tags":["calm"]}`
    await folder.put('site.png.json', site)
    const source = folder.start()
    expect(await read(source, 'good')).toMatchObject({ title: 'Dawn' })
    expect(await read(source, 'lake')).toMatchObject({ title: 'Deep', tags: [] })
    expect(await read(source, 'site')).toMatchObject({ tags: ['calm'] })
    expect(folder.lines.join()).toContain('lake.png.json beside it has no usable tags')
  })

  it('change when a file beside the picture comes, changes or goes, even with its old size and time', async () => {
    await folder.putPicture('lake.png')
    const source = folder.start()
    expect(await read(source)).toMatchObject({ title: 'Lake' })
    const file = await folder.put('lake.json', '{"title":"Dawn"}')
    expect(await read(source)).toMatchObject({ title: 'Dawn' })
    await folder.put('lake.json', '{"title":"Dusk"}')
    expect(await read(source)).toMatchObject({ title: 'Dusk' })
    await folder.put('lake.json', '{"title":"Evening"}')
    expect(await read(source)).toMatchObject({ title: 'Evening' })
    await rm(file)
    expect(await read(source)).toMatchObject({ title: 'Lake' })
    expect(folder.lines).toEqual(['Measured all 1 pictures'])
  })
})

describe('the facts inside a picture', () => {
  // PNG is in the long test, because sharp stores XMP in a PNG differently from other programs.
  it.each(['jpeg', 'webp', 'avif'] as const)('come from XMP before EXIF: %s', async (format) => {
    const xmp = toXmp(`
      <dc:title>${languages({ de: 'See im Föhn', 'x-default': 'Foehn lake' })}</dc:title>
      <dc:creator>${list('Ada L.', 'Grace H.')}</dc:creator>
      <dc:subject>${list('calm', 'blue hour')}</dc:subject>
      <xmpRights:UsageTerms>${languages({ 'x-default': 'CC BY 4.0' })}</xmpRights:UsageTerms>
      <xmpRights:WebStatement>https://ada.example/license</xmpRights:WebStatement>
      <cc:attributionURL rdf:resource="https://ada.example/"/>
      <photoshop:City>Bern</photoshop:City><photoshop:Country>Switzerland</photoshop:Country>`)
    const picture = lake()
      .withExif({
        IFD0: { Artist: 'somebody else', ImageDescription: 'A lake' },
        IFD2: { DateTimeOriginal: '2019:05:13 14:22:33' },
      })
      .withXmp(xmp)
    expect(await readEmbedded(picture, format)).toMatchObject({
      title: 'Foehn lake',
      description: 'A lake',
      tags: ['calm', 'blue hour'],
      credit: 'Ada L., Grace H.',
      creditUrl: 'https://ada.example/',
      license: { name: 'CC BY 4.0', url: 'https://ada.example/license' },
      takenOn: '2019-05-13',
      place: 'Bern, Switzerland',
    })
  })

  it('come from IPTC', async () => {
    await folder.put('lake.jpg', withIptc(await lake().jpeg().toBuffer()))
    expect(await readOne({ readsEmbeddedFacts: true })).toMatchObject({
      title: 'A lake',
      tags: ['calm', 'water'],
      credit: 'Ada L.',
    })
  })

  it('are not read from more IPTC data than a segment can have', async () => {
    const iptc = (bytes: number) => Buffer.concat([toIptc()], bytes)
    const facts = { title: 'A lake', credit: 'Ada L.' }
    expect(await parseEmbedded({ iptc: iptc(65_533) })).toMatchObject({ facts })
    expect(await parseEmbedded({ iptc: iptc(65_534) })).toEqual({ facts: {} })
    expect(await parseEmbedded({ iptc: iptc(66_000) })).toEqual({ facts: {} })
  })

  it.each([
    ['<lr:hierarchicalSubject>', list('Places|Alps|Lake', 'calm'), ['Lake', 'calm']],
    ['<digiKam:TagsList>', list('Places/Alps', 'calm'), ['Alps', 'calm']],
  ])('have the last part of the tags in %s', async (tag, tags, expected) => {
    const xmp = toXmp(`${tag}${tags}${tag.replace('<', '</')}`)
    expect(await readEmbedded(lake().withXmp(xmp))).toMatchObject({ tags: expected })
  })

  it('are short enough for a row, however long they are', async () => {
    const tags = Array.from({ length: 300 }, (_, at) => `${at} ${'水'.repeat(100)}`)
    const xmp = toXmp(`<dc:subject>${list(...tags)}</dc:subject>
      <dc:description>${languages({ 'x-default': '水'.repeat(5000) })}</dc:description>`)
    const found = expectDefined(await readEmbedded(lake().withXmp(xmp), 'webp'))
    expect(found.tags).toHaveLength(50)
    expect(found.description).toHaveLength(500)
  })

  it('are read again after the next look if the file beside it could not be opened', async () => {
    await folder.putPicture('lake.png')
    await folder.put('lake.json', '{"title":"Dawn"}')
    const limits = await readFolderLimits(folder)
    const measuring = await openMeasuring(limits.root, {
      cacheDir: join(folder.base, 'data'),
      log: folder.log,
      clock: Date.now,
      elapsed: () => performance.now(),
      budgetMs: 60_000,
      readsAgain: true,
      readsEmbeddedFacts: false,
    })
    const scanned = await scanFolder(limits)
    const file = expectDefined(scanned.files[0])
    const find = async () => {
      await measuring.work({ ...scanned }, new AbortController().signal, false)
      return measuring.find(file)
    }
    await rename(join(folder.folder, 'lake.json'), join(folder.base, 'lake.json'))
    expect(await find()).toMatchObject({
      facts: {},
      problem: 'lake.json beside it cannot be opened (ENOENT)',
    })
    await rename(join(folder.base, 'lake.json'), join(folder.folder, 'lake.json'))
    expect(await find()).toMatchObject({ facts: { title: 'Dawn' }, problem: undefined })
  })

  it.each([
    ['cannot be opened', ''],
    ['is damaged', 'no picture'],
  ])('are missing with a reason if the picture %s', async (_, content) => {
    if (content) await folder.put('lake.jpg', content)
    const readFacts = createFactsReader(folder.folder, true)
    const state = { size: 1, mtimeMs: 1, ctimeMs: 1 }
    const found = await readFacts({ path: 'lake.jpg', ...state, sidecars: [] })
    expect(found).toMatchObject({ key: '', problem: expect.stringContaining('cannot be read') })
  })
})

/** What a Photoshop segment with IPTC data has in it. */
const toIptc = (): Buffer => {
  const entry = (field: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, field, 0, text.length]), Buffer.from(text)])
  const iptc = Buffer.concat([
    ...[entry(5, 'A lake'), entry(25, 'calm'), entry(25, 'water'), entry(80, 'Ada L.')],
  ])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(iptc.length)
  const padding = Buffer.alloc(iptc.length % 2)
  const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1')
  return Buffer.concat([head, size, iptc, padding])
}

/** Inserts the segment near the start of a JPEG. */
const withIptc = (jpeg: Buffer): Buffer => {
  const body = toIptc()
  const head = Buffer.from([0xff, 0xed, (body.length + 2) >> 8, (body.length + 2) & 0xff])
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}
