import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { link, mkdir, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareAnswer } from '../../../../server/adapters/prepare-answer.ts'
import { createCatalogue } from '../../../../server/catalogue/packed/create-catalogue.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { runsOf } from '../../../long-run.ts'
import { firstHalf, noise, pixelBomb, plain } from '../sample-pictures.ts'
import { openFolder, type TestFolder } from './harness.ts'

// Unlike ext4, a file system in memory has room for times before the year 1901 and after the year 2446.
const parent = existsSync('/dev/shm') ? '/dev/shm' : undefined
const good = Array.from({ length: 10 }, (_, at) => `good-${at}`)
const odd = 'odd/odd.png'
const signal = new AbortController().signal

let folder: TestFolder
let whole: Buffer
let contents: readonly (Buffer | string)[]
beforeAll(async () => {
  folder = await openFolder('wallpapers', parent)
  for (const [at, name] of good.entries()) await folder.putPicture(`${name}.png`, `#00${at}080`)
  await folder.start().read(undefined, signal)
  whole = await plain('#FF0000').png().toBuffer()
  const format = async (name: 'gif' | 'tiff' | 'jpeg') => noise(40).toFormat(name).toBuffer()
  contents = [
    '',
    '<html>',
    firstHalf(await format('jpeg')),
    firstHalf(await noise().png().toBuffer()),
    await format('gif'),
    await format('tiff'),
    await pixelBomb(),
  ]
})
afterAll(() => folder.close())

type Put = (path: string) => Promise<unknown>
const at = (path: string) => join(folder.folder, path)
const makeParent = (path: string) => mkdir(dirname(at(path)), { recursive: true })
const putWhole: Put = (path) => folder.put(path, whole)

const second = fc.oneof(
  fc.constantFrom(-62167219201, 253402300800, 8640000000001, -8640000000001, 2 ** 61, -(2 ** 61)),
  fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 }),
)
const fileName = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 60 })
  .filter((name) => !/^\.|[/\0]/.test(name) && Buffer.byteLength(name) < 240)
const nested = fc
  .tuple(fc.constantFrom('[', '{"title":', '{"a":[', '"'), fc.integer({ min: 1, max: 60_000 }))
  .map(([part, times]) => part.repeat(times))
const closed = fc
  .integer({ min: 1, max: 100_000 })
  .map((depth) => `{"tags":${'['.repeat(depth)}${']'.repeat(depth)}}`)
const text = fc.oneof(fc.json(), nested, closed, fc.string({ unit: 'binary' }))

/** Puts one hostile file into the folder `odd`. */
const hostile: fc.Arbitrary<() => Promise<unknown>> = fc.oneof(
  second.map((time) => async () => {
    await putWhole(odd)
    await utimes(at(odd), time, time)
  }),
  fileName.map((name) => () => putWhole(`odd/${name}.png`)),
  fc.constantFrom(200, 40, 8).map((length) => () => {
    const folders = Array.from({ length: 3_500 / (length + 1) }, () => 'x'.repeat(length))
    return putWhole(['odd', ...folders, 'odd.png'].join('/'))
  }),
  fc.nat(6).map((one) => () => folder.put(odd, contents[one] ?? '')),
  fc.uint8Array().map((bytes) => () => folder.put(odd, Buffer.from(bytes))),
  fc.constantFrom(256_000_001, 2 ** 40).map((size) => async () => {
    await folder.put(odd, '')
    await truncate(at(odd), size)
    // The server waits for a broken file that has just changed.
    await utimes(at(odd), 1, 1)
  }),
  fc
    .constantFrom('odd.png', '.', '/', '/dev/zero', 'absent', '../good-1.png')
    .map((target) => async () => {
      await makeParent(odd)
      await symlink(target, at(odd))
    }),
  fc.constant(() => mkdir(at(odd), { recursive: true })),
  fc.constant(async () => {
    await makeParent(odd)
    execFileSync('mkfifo', [at(odd)])
  }),
  fc
    .tuple(fc.constantFrom('odd/odd.json', 'odd/odd.png.xmp'), text)
    .map(([path, content]) => async () => {
      await putWhole(odd)
      await folder.put(path, content)
    }),
  fc.constantFrom('odd/odd.json', 'odd/odd.xmp').map((path) => async () => {
    await putWhole(odd)
    await mkdir(at(path))
  }),
  fc.constant(async () => {
    await makeParent(odd)
    await writeFile(
      Buffer.concat([Buffer.from(at('odd/')), Buffer.from([0xff, 0xfe, 0x2e, 0x70, 0x6e, 0x67])]),
      whole,
    )
  }),
  fc.constant(async () => {
    await makeParent(odd)
    await link(at('good-1.png'), at(odd))
  }),
)

describe('a folder with one hostile file', () => {
  it('shows all other pictures, and names the file once if it is not shown as it is', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (make) => {
        await make()
        folder.lines.length = 0
        const source = folder.start()
        const document = expectDefined(await source.read(undefined, signal))
        await source.read(document.version, signal)
        const { catalogue } = createCatalogue(document, prepareAnswer)
        await rm(at('odd'), { recursive: true, force: true })
        expect(good.filter((id) => catalogue.find(id) === undefined)).toEqual([])
        const named = folder.lines.filter((line) => line.includes('odd/'))
        if (catalogue.size === good.length) expect(named).toHaveLength(1)
        else expect(named.length).toBeLessThan(2)
      }),
      { numRuns: runsOf({ short: 40, long: 1_000 }) },
    )
  })
})
