import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFetchedFiles } from '../../../../server/adapters/disk/fetched-files.ts'
import { DomainError } from '../../../../server/domain-error.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { pictureAt } from '../sample-pictures.ts'

const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1')

describe('createFetchedFiles', () => {
  let dir: string
  beforeEach(async () => {
    dir = await makeTempDir('fetched')
  })
  afterEach(() => removeDir(dir))

  const open = (read: (file: string) => Promise<readonly Uint8Array[]>, maxBytes = 1e6) => {
    let now = 0
    const asked: string[] = []
    const lines: string[] = []
    const write = (_: object, message: string) => void lines.push(message)
    const { find, hashOf } = createFetchedFiles({
      pictures: {
        contentOf: (folder, file) =>
          file === 'unknown.png' ? undefined : `${folder}x${file.charCodeAt(0)}`,
        read: (_, file) => {
          asked.push(file)
          return read(file)
        },
      },
      dir: join(dir, 'originals'),
      maxBytes,
      log: { info: write, warn: write, error: write },
      clock: () => now,
      random: () => 0.5,
    })
    return { find, hashOf, asked, lines, wait: (ms: number) => (now += ms) }
  }
  const busy = async (found: Promise<unknown>) => {
    const error = await found.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DomainError)
    const { code, retryAfterSeconds } = error as DomainError
    return [code, retryAfterSeconds]
  }

  it('stores the pieces of a picture, and names the file by its content', async () => {
    const { find, hashOf, asked } = open(async () => [png.subarray(0, 3), png.subarray(3)])
    const found = await Promise.all([find('main', 'a.png'), find('main', 'a.png')])
    const again = await find('main', 'a.png')
    expect(new Set([...found, again].map((file) => file?.path)).size).toBe(1)
    const path = again?.path ?? ''
    const { ctimeMs: _, ...picture } = await pictureAt(path)
    expect(again).toMatchObject(picture)
    expect(await readFile(path)).toEqual(png)
    expect(hashOf?.(path, picture)).toBe('mainx97')
    expect(hashOf?.(join(dir, 'renditions', 'a.webp'), picture)).toBeUndefined()
    expect(asked).toEqual(['a.png'])
    expect(await find('main', 'unknown.png')).toBeUndefined()
  })

  it('asks for a picture that fails after longer and longer pauses', async () => {
    const { find, asked, wait } = open(() => Promise.reject(new Error('down')))
    const pauses: unknown[] = []
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const [code, seconds] = await busy(find('main', 'a.png'))
      expect(code).toBe('BUSY')
      pauses.push(seconds)
      for (let n = 0; n < 50; n += 1) expect((await busy(find('main', 'a.png')))[0]).toBe('BUSY')
      wait(Number(seconds) * 1000)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
    expect(asked).toHaveLength(12)
  })

  it('pauses for longer and longer after three different pictures failed, and logs that once', async () => {
    let isDown = true
    const { find, asked, lines, wait } = open(async () => {
      if (isDown) throw new Error('down')
      return [png]
    })
    for (const file of ['a.png', 'b.png', 'c.png']) await busy(find('main', file))
    const pauses: unknown[] = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const [, seconds] = await busy(find('main', `${attempt}.png`))
      pauses.push(seconds)
      expect(asked).toHaveLength(3 + attempt)
      wait(Number(seconds) * 1000)
      await busy(find('main', `${attempt}.png`))
    }
    expect(pauses).toEqual([1, 2, 4, 8])
    expect(lines.filter((line) => line.startsWith('No pictures'))).toHaveLength(1)
    isDown = false
    wait(300_000)
    expect(await find('main', 'd.png')).toBeDefined()
    expect(lines.at(-1)).toBe('Pictures can be fetched again')
  })

  it('fetches other pictures although one of three that failed fails again', async () => {
    const bad = ['a.png', 'b.png', 'c.png']
    const { find, wait } = open(async (file) => {
      if (bad.includes(file)) throw new Error('down')
      return [png]
    })
    for (const file of bad) await busy(find('main', file))
    wait(2_000)
    await busy(find('main', 'a.png'))
    expect(await find('main', 'e.png')).toBeDefined()
  })

  it('waits as long as the other server asks for', async () => {
    const limited = new DomainError('CATALOGUE_UNAVAILABLE', 'limited', { retryAfterSeconds: 900 })
    const { find } = open(() => Promise.reject(limited))
    expect(await busy(find('main', 'a.png'))).toEqual(['BUSY', 945])
  })

  it.each([
    ['is gone', () => Promise.reject(new DomainError('NOT_FOUND', 'gone'))],
    ['is not a picture', async () => [Buffer.from('<html>')]],
    ['is empty', async () => []],
  ])('asks for a file that %s once a minute, and fetches others meanwhile', async (_, read) => {
    const { find, asked, wait } = open((file) =>
      file === 'a.png' ? read() : Promise.resolve([png]),
    )
    for (let n = 0; n < 5; n += 1) expect(await find('main', 'a.png')).toBeUndefined()
    expect(await find('main', 'b.png')).toBeDefined()
    wait(60_000)
    expect(await find('main', 'a.png')).toBeUndefined()
    expect(asked).toEqual(['a.png', 'b.png', 'a.png'])
  })

  it('fetches four pictures at once and lets a limited number wait', async () => {
    const { find, asked } = open(() => new Promise(() => undefined))
    const finds = Array.from({ length: 69 }, (_, n) =>
      find('main', `${String.fromCharCode(200 + n)}.png`),
    )
    expect((await busy(Promise.race(finds)))[0]).toBe('BUSY')
    expect(asked).toHaveLength(4)
  })
})
