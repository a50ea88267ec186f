import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAsk, createHostTurns } from '../../../../server/sources/pulled/ask.ts'
import { hourMs } from '../../../../shared/days.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { firstHalf, noise, plain } from '../../adapters/sample-pictures.ts'
import { askOf, makePicture, openPuller, toListed } from './harness.ts'

type Setup = Awaited<ReturnType<typeof openPuller>>
let setup: Setup
beforeEach(async () => {
  setup = await openPuller()
  for (const [name, color] of Object.entries({ lake: '#3A78C0', dune: '#D9C7A5', moss: '#1F5A2C' }))
    setup.site.put(`/${name}.png`, await makePicture(color))
})
afterEach(() => setup.close())

const fileOf = (name: string) => expect.stringMatching(new RegExp(`^${name}-[0-9a-f]{10}\\.png$`))

describe('createPuller', () => {
  it('downloads each picture once, with what is known of it beside it', async () => {
    const { lists, listsThis, site, start, readSidecar } = setup
    lists('lake', 'dune')
    const { look } = start()
    const files = await look()
    expect(files).toEqual([fileOf('dune'), fileOf('lake')])
    expect(await readSidecar(expectDefined(files[1]))).toEqual({ title: 'Lake', source: 'walls' })
    expect(site.asked()).toEqual(['/lake.png', '/dune.png'])

    listsThis(async () => [toListed(site.url, 'lake', { facts: { credit: 'Ada' } })])
    expect(await look()).toEqual([fileOf('lake')])
    expect(await readSidecar(expectDefined(files[1]))).toMatchObject({ credit: 'Ada' })
    expect(site.asked()).toEqual([])
  })

  it('replaces a file that changes under the same name', async () => {
    const { listsThis, lists, site, start, dir } = setup
    lists('lake')
    const { look } = start()
    const [file = ''] = await look()
    const next = await makePicture('#883322', 80)
    site.put('/lake.png', next)
    listsThis(async () => [toListed(site.url, 'lake', { version: '2', name: 'Another name' })])
    expect(await look()).toEqual([file])
    expect(await readFile(join(dir, file))).toEqual(next)
  })

  it('continues after a restart, also one in the middle of a download or of a line', async () => {
    const { lists, site, start, dir } = setup
    lists('lake', 'dune')
    const before = start()
    const files = await before.look()
    before.stop()
    site.asked()
    await writeFile(join(dir, '.a1b2c3.tmp'), 'half')
    await writeFile(join(dir, 'orphan-0123456789.png'), 'nobody recorded it')
    await appendFile(join(dir, '.pulled.jsonl'), '\n{"key":"moss","fi')
    lists('lake', 'dune', 'moss')
    const { look } = start()
    expect(await look()).toEqual([...files, fileOf('moss')])
    expect(site.asked()).toEqual(['/moss.png'])
    const again = start()
    expect(await again.look()).toHaveLength(3)
    expect(site.asked()).toEqual([])
  })

  it('downloads a file again that somebody has deleted', async () => {
    const { lists, site, start, dir } = setup
    lists('lake')
    const puller = start()
    const [file = ''] = await puller.look()
    for (const { look } of [puller, start()]) {
      await rm(join(dir, file))
      site.asked()
      expect(await look()).toEqual([file])
      expect(site.asked()).toEqual(['/lake.png'])
    }
  })

  it('keeps pictures for an hour that a source suddenly does not list, or while it is away', async () => {
    const { lists, listsThis, start, wait, shrunk } = setup
    lists('lake', 'dune')
    const { look, state } = start()
    const files = await look()
    lists()
    expect(await look()).toEqual(files)
    expect(state().problem).toContain('The source walls shrank from 2 to 0')
    listsThis(() => Promise.reject(new Error('away')))
    expect(await look()).toEqual(files)
    expect(state()).toMatchObject({ ready: true, failing: true })
    lists('lake', 'dune')
    expect(await look()).toEqual(files)
    expect(state().failing).toBe(false)
    lists()
    await look()
    wait(hourMs)
    expect(await look()).toEqual([])
    expect(shrunk()).toBe(1)
  })

  it('keeps what has left a window, and removes the oldest of it when there is no room', async () => {
    const { lists, start, dir } = setup
    lists('lake')
    const [lake = ''] = await start({ isWindow: true }).look()
    const { size } = await stat(join(dir, lake))
    lists('dune')
    expect(await start({ isWindow: true }).look()).toEqual([fileOf('dune'), fileOf('lake')])
    lists('moss')
    const { look, current } = start({ isWindow: true, maxBytes: 2.5 * size })
    expect(await look()).toEqual([fileOf('dune'), fileOf('moss')])
    expect(await current()).toMatchObject({ pictures: 2, failed: 0 })
    lists('lake', 'dune', 'moss')
    await look()
    expect((await current()).problem).toBe('SOURCES_MAX_MB is used up, so new pictures wait')
  })

  it('does not download a picture again while there is no space for it', async () => {
    const { lists, site, start, dir } = setup
    lists('lake')
    const [lake = ''] = await start().look()
    const { size } = await stat(join(dir, lake))
    lists('lake', 'dune')
    const { look } = start({ maxBytes: 1.5 * size })
    site.asked()
    expect(await look()).toEqual([lake])
    expect(site.asked()).toEqual(['/dune.png'])
    expect(await look()).toEqual([lake])
    expect(site.asked()).toEqual([])
    lists('dune')
    expect(await look()).toEqual([fileOf('dune')])
  })

  it('mixes up no pictures when two pullers work in one folder', async () => {
    const { lists, site, start, dir } = setup
    const names = Array.from({ length: 12 }, (_, at) => `hill-${at}`)
    const contents = await Promise.all(names.map((_, at) => makePicture('#3A78C0', 60 + at)))
    for (const [at, name] of names.entries()) site.put(`/${name}.png`, contents[at] ?? '')
    lists(...names)
    const [last, next] = [start(), start()]
    await Promise.all([last.look(), next.look()])
    // Each puller removes files that it does not know, perhaps those of the other one's download.
    const files = await next.look()
    const fileOf = (name: string) => files.find((file) => file.startsWith(`${name}-`)) ?? ''
    const stored = names.map((name) => readFile(join(dir, fileOf(name))))
    expect(await Promise.all(stored)).toEqual(contents)
    expect((await next.current()).failed).toBe(0)
  })

  it.skipIf(process.getuid?.() !== 0)(
    'waits on a full disk, loses nothing, and goes on when there is room',
    async () => {
      const { lists, site, start, dir } = setup
      const disk = dirname(dir)
      const ballast = join(disk, 'ballast')
      await mkdir(disk)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', disk])
      try {
        lists('lake')
        const { look, state } = start()
        const files = await look()
        await writeFile(ballast, Buffer.alloc(44_000))
        site.put('/noise.png', await noise(90).png().toBuffer())
        lists('lake', 'noise')
        expect(await look()).toEqual(files)
        expect(state().problem).toBe(
          'The source walls waits, because the disk with DATA_DIR is full',
        )
        await rm(ballast)
        expect(await look()).toEqual([...files, fileOf('noise')])
        expect(state().failing).toBe(false)
        // Its JPEG is larger than the disk.
        site.put('/large.png', await plain('#3A78C0', 4_000, 2_000).png().toBuffer())
        lists('lake', 'noise', 'large')
        await look()
        expect(state().problem).toContain('the disk with DATA_DIR is full')
      } finally {
        execFileSync('umount', [disk])
      }
    },
  )

  it('makes a picture as large as a screen, and refuses a damaged one', async () => {
    const { lists, site, start, dir } = setup
    site.put('/lake.png', await plain('#3A78C0', 4_000, 2_000).jpeg().toBuffer())
    site.put('/dune.png', firstHalf(await noise(4_000).png().toBuffer()))
    lists('lake', 'dune')
    const { look, current } = start()
    const [file = ''] = await look()
    expect(await sharp(join(dir, file)).metadata()).toMatchObject({ width: 3840, height: 1920 })
    expect(await current()).toMatchObject({ reason: 'walls sends a damaged picture' })
  })

  it.each<[string, Parameters<Setup['site']['put']>[1], string]>([
    ['is missing', { status: 404 }, 'has nothing at this address (404)'],
    ['is a page', '<!doctype html>', 'is not JPEG, PNG, WebP or AVIF'],
    ['is a GIF', 'GIF89a', 'is not JPEG, PNG, WebP or AVIF'],
    ['never ends', { body: Buffer.alloc(1_000_000, 1), isEndless: true }, 'sent more than 64 MB'],
    ['is cut off', { body: 'abcdef', cutAt: 3 }, 'could not be reached'],
    [
      'leads into the network',
      { status: 302, headers: { Location: 'http://10.0.0.1/' } },
      'redirect to another server',
    ],
    ['fails', { status: 500 }, 'answered with 500'],
  ])('takes the other pictures when one %s', async (_, answer, reason) => {
    const { lists, site, start, readFiles } = setup
    site.put('/lake.png', answer)
    lists('lake', 'dune')
    const { look, current } = start()
    expect(await look()).toEqual([fileOf('dune')])
    expect(await current()).toMatchObject({ failed: 1, reason: expect.stringContaining(reason) })
    site.put('/lake.png', await makePicture('#3A78C0'))
    await look()
    expect(await readFiles()).toHaveLength(2)
  })

  it('says that a source sent something else than JSON', async () => {
    setup.listsThis(() => new Response('<html>').json())
    const { look, state } = setup.start()
    await look()
    expect(state().problem).toBe('The source walls failed (the answer is not JSON)')
  })

  it('pauses when the source asks for it, and when three pictures in a row cannot be read', async () => {
    const { lists, site, start } = setup
    const names = ['a', 'b', 'c', 'd', 'lake']
    for (const name of names.slice(0, 4)) site.put(`/${name}.png`, { status: 500 })
    lists(...names)
    const { look, state } = start()
    await look()
    // The harness looks twice at first. Pictures that failed come last then.
    const all = ['/a.png', '/b.png', '/c.png', '/d.png', '/lake.png']
    expect(site.asked()).toEqual([...all, '/a.png', '/b.png', '/c.png'])
    expect(state()).toMatchObject({ failing: true, problem: 'walls answered with 500' })
    site.put('/d.png', { status: 429, headers: { 'Retry-After': '600' } })
    await look()
    expect(site.asked()).toEqual(['/a.png', '/b.png', '/c.png'])
    expect(state().nextAttemptSeconds).toBeLessThan(600)
    for (const name of ['a', 'b', 'c']) site.remove(`/${name}.png`)
    await look()
    expect(state().nextAttemptSeconds).toBeGreaterThan(600)
  })
})

describe('createAsk', () => {
  it('names the address to write when a server has moved to https', async () => {
    const { site } = setup
    site.put('*', {
      status: 301,
      headers: { Location: `${site.url.replace('http', 'https')}/api` },
    })
    const origin = new URL(site.url).origin
    const ask = askOf({ name: 'immich', setting: 'IMMICH_API_KEY', origin })
    for (const method of ['GET', 'POST'])
      await expect(ask(`${origin}/api`, { method })).rejects.toThrow(
        `immich redirects to ${origin.replace('http', 'https')}: write this address instead of ${origin}`,
      )
  })

  it.each([401, 403])(
    'says that only a picture is missing when another host answers with %i',
    async (status) => {
      const { site } = setup
      site.put('/private.png', { status })
      const ask = createAsk(
        { name: 'walls', setting: 'FEEDS', origin: 'https://walls.test' },
        { inTurn: createHostTurns(), userAgent: 'Fresco/test', publicFetch: fetch },
      )
      await expect(ask(`${site.url}/private.png`)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        retryAfterSeconds: undefined,
      })
    },
  )
})
