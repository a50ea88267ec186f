import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareAnswer } from '../../../../server/adapters/prepare-answer.ts'
import { createCatalogue } from '../../../../server/catalogue/packed/create-catalogue.ts'
import { listWallpapers } from '../../../builders.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { findProgram } from '../../../tools/servers/find-servers.ts'
import { landscape } from '../sample-pictures.ts'
import { openFolder, type TestFolder } from './harness.ts'

const [exiftool, exiv2] = [findProgram('exiftool'), findProgram('exiv2')]
const perKind = 50

const ofXmp = (n: number) => ({
  'XMP-dc:Title': `Föhn ${n}`,
  'XMP-dc:Description': `Lake, ${n}`,
  'XMP-dc:Subject': `calm;${n}`,
  'XMP-dc:Creator': 'Ada;Grace',
  'XMP-cc:License': 'https://creativecommons.org/licenses/by-sa/4.0/',
})
const ofIptc = (n: number) => ({
  'IPTC:CodedCharacterSet': 'UTF8',
  'IPTC:ObjectName': `Föhn ${n}`,
  'IPTC:Caption-Abstract': `Lake, ${n}`,
  'IPTC:Keywords': `calm;${n}`,
  'IPTC:By-line': 'Ada, Grace',
  'IPTC:CopyrightNotice': 'CC BY-SA 4.0',
})
const ofExif = (n: number) => ({
  'EXIF:XPTitle': `Föhn ${n}`,
  'EXIF:ImageDescription': `Lake, ${n}`,
  'EXIF:XPKeywords': `calm;${n}`,
  'EXIF:Artist': 'Ada, Grace',
  'EXIF:Copyright': 'CC BY-SA 4.0',
})
const kinds = [
  ...['jpg', 'png', 'webp', 'avif'].flatMap((format) => [
    { format, name: 'xmp', of: ofXmp },
    { format, name: 'exif', of: ofExif },
    { format, name: 'full-sidecar', of: ofXmp },
    { format, name: 'stem-sidecar', of: ofXmp },
  ]),
  { format: 'jpg', name: 'iptc', of: ofIptc },
  { format: 'jpg', name: 'exiv2-sidecar', of: ofXmp },
  { format: 'jpg', name: 'exiv2-from-iptc-sidecar', of: ofIptc },
  { format: 'png', name: 'exiv2-sidecar', of: ofXmp },
]

const run = (program = '', ...args: string[]) =>
  execFileSync(program, args, { maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'inherit'] })

/** Makes pictures whose names end with their numbers, and lets other programs write facts into or beside them. */
const makePictures = async ({ folder, put }: TestFolder) => {
  for (const { format, name, of } of kinds) {
    const bytes = await landscape()
      .toFormat(format === 'jpg' ? 'jpeg' : (format as 'png'))
      .toBuffer()
    const files = Array.from({ length: perKind }, (_, n) => `${format}-${name}-${n}.${format}`)
    for (const file of files) await put(file, bytes)
    const rows = files.map((file, n) => ({ SourceFile: join(folder, file), ...of(n) }))
    const cells = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    const csv = join(folder, 'facts.csv')
    await writeFile(csv, cells.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n'))
    const paths = rows.map(({ SourceFile }) => SourceFile)
    run(exiftool, '-q', '-overwrite_original', '-sep', ';', `-csv=${csv}`, ...paths)
    await rm(csv)
    if (!name.endsWith('sidecar')) continue
    if (name.startsWith('exiv2')) run(exiv2, '-q', '-eX', ...paths)
    else {
      const beside = name === 'full-sidecar' ? '%d%f.%e.xmp' : '%d%f.xmp'
      run(exiftool, '-q', '-o', beside, ...paths)
    }
    for (const file of files) await put(file, bytes)
  }
}

// To install them: npx node test/tools/servers/install-servers.ts exiftool
describe.skipIf(!exiftool || !exiv2)('facts that ExifTool and Exiv2 wrote', () => {
  let folder: TestFolder
  beforeAll(async () => {
    folder = await openFolder()
    await makePictures(folder)
  })
  afterAll(() => folder.close())

  const countRead = async (readsEmbeddedFacts: boolean) => {
    const source = folder.start({ readsEmbeddedFacts, budgetMs: 600_000 })
    const document = expectDefined(await source.read(undefined, new AbortController().signal))
    const counts: Record<string, number> = {}
    for (const found of listWallpapers(createCatalogue(document, prepareAnswer).catalogue)) {
      const [, kind = '', n = ''] = /^(.*)-(\d+)$/.exec(found.id) ?? []
      const { title, description, tags, credit, license } = found
      const isAll =
        title === `Föhn ${n}` &&
        description === `Lake, ${n}` &&
        tags.join() === `calm,${n}` &&
        credit === 'Ada, Grace' &&
        license?.name === 'CC BY-SA 4.0'
      const isNone = description === '' && tags.length === 0 && !credit && !license
      counts[kind] = (counts[kind] ?? 0) + (isAll ? 1 : isNone ? 0 : Number.NaN)
    }
    return counts
  }
  const expected = (readsEmbeddedFacts: boolean) =>
    Object.fromEntries(
      kinds.map(({ format, name }) => [
        `${format}-${name}`,
        readsEmbeddedFacts || name.endsWith('sidecar') ? perKind : 0,
      ]),
    )

  it('are all read if they are in files beside the pictures, and none of the others', async () => {
    expect(await countRead(false)).toEqual(expected(false))
  })

  it('are all read with PICTURE_FACTS=on', async () => {
    expect(await countRead(true)).toEqual(expected(true))
  })
})
