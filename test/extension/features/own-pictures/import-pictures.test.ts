import { describe, expect, it, vi } from 'vitest'
import type {
  ImportOutcome,
  ImportTask,
} from '../../../../extension/features/own-pictures/import-picture.ts'
import {
  type ImportOptions,
  type ImportProgress,
  importPictures,
  toCopySize,
} from '../../../../extension/features/own-pictures/import-pictures.ts'

const gb = 1024 ** 3
const screen = { width: 1920, height: 1080 }
const name = (number: number) => `photo-${number}.jpg`
const pick = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ file: new File([], name(number)), folder: '' }))

type Work = (task: ImportTask) => Promise<ImportOutcome>
const stored: ImportOutcome = { kind: 'added' }
const added: Work = async () => stored

const setUp = (work: Work, options: Partial<ImportOptions> = {}) => {
  const log = { running: 0, most: 0, progress: [] as ImportProgress[] }
  const importPicture: Work = async (task) => {
    log.running++
    log.most = Math.max(log.most, log.running)
    try {
      return await work(task)
    } finally {
      log.running--
    }
  }
  const run = (count: number) =>
    importPictures(pick(count), {
      screen,
      importPicture,
      width: 2,
      estimate: async () => ({ quota: 10 * gb, usage: 0 }),
      signal: new AbortController().signal,
      onProgress: (progress) => log.progress.push(progress),
      ...options,
    })
  return { log, run }
}

describe('importPictures', () => {
  it('imports all files, two at once, and reports each', async () => {
    const { log, run } = setUp(added)
    expect(await run(20)).toEqual({ total: 20, added: 20, known: 0, skipped: [] })
    expect(log.most).toBe(2)
    expect(log.progress.map((progress) => progress.added)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
  })

  it('counts known pictures, and says why others are skipped', async () => {
    const outcomes: ImportOutcome[] = [
      stored,
      { kind: 'known' },
      { kind: 'skipped', reason: 'heic' },
      { kind: 'skipped', reason: 'animated' },
    ]
    const { run } = setUp(async () => outcomes.shift() ?? stored, { width: 1 })
    expect(await run(5)).toEqual({
      total: 5,
      added: 2,
      known: 1,
      skipped: [
        { name: name(2), reason: 'heic' },
        { name: name(3), reason: 'animated' },
      ],
    })
  })

  it('goes on after a worker has failed', async () => {
    const outOfMemory = new Error('Out of memory')
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const { run } = setUp(
      async ({ file }) => {
        if (file.name === name(1)) throw outOfMemory
        return stored
      },
      { width: 1 },
    )
    expect(await run(4)).toMatchObject({
      added: 3,
      skipped: [{ name: name(1), reason: 'unreadable' }],
    })
    expect(logged.mock.calls).toEqual([[outOfMemory]])
    logged.mockRestore()
  })

  it('ends after the picture that it is at when the person stops it, and counts that picture', async () => {
    const person = new AbortController()
    let finished = 0
    const { log, run } = setUp(
      async () => {
        if (++finished === 4) person.abort()
        return new Promise((resolve) => setTimeout(() => resolve(stored)))
      },
      { width: 2, signal: person.signal },
    )
    const { added, stopped } = await run(50)
    expect(stopped).toBe('by-person')
    expect(added).toBe(finished)
    expect(log).toMatchObject({ running: 0 })
  })

  it('ends when the disk is full', async () => {
    let count = 0
    const { run } = setUp(async () => (++count > 3 ? { kind: 'disk-full' } : stored), {
      width: 1,
    })
    expect(await run(50)).toMatchObject({ added: 3, skipped: [], stopped: 'disk-full' })
    expect(count).toBe(4)
  })

  it('counts what another worker stores while the disk gets full', async () => {
    let begun = 0
    const { run } = setUp(async () => {
      if (++begun === 3) return { kind: 'disk-full' }
      await new Promise((resolve) => setTimeout(resolve))
      return stored
    })
    expect(await run(50)).toMatchObject({ added: begun - 1, stopped: 'disk-full' })
  })

  it('leaves room for the wallpapers of new tabs', async () => {
    let usage = 0
    const { run } = setUp(
      async () => {
        usage += gb / 1000
        return stored
      },
      { width: 1, estimate: async () => ({ quota: gb, usage }) },
    )
    const { added, stopped } = await run(2000)
    expect(stopped).toBe('disk-full')
    expect(usage).toBeLessThan(0.91 * gb)
    expect(added).toBeGreaterThan(800)
  })
})

describe('toCopySize', () => {
  it.each([
    [[], screen],
    [[{ width: 1366, height: 768 }], screen],
    [
      [
        { width: 2560, height: 1440 },
        { width: 1080, height: 1920 },
      ],
      { width: 2560, height: 1920 },
    ],
    [[{ width: 7680, height: 4320 }], { width: 3840, height: 2160 }],
  ])('fills the screens %j', (screens, size) => {
    expect(toCopySize(screens)).toEqual(size)
  })
})
