import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answerRefreshRequests,
  askForRefresh,
} from '../../../../server/adapters/disk/refresh-requests.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

const done = { before: 1, wallpapers: 2, isPartial: false, problem: undefined }
let dir: string
beforeEach(async () => {
  dir = await makeTempDir('refresh')
})
afterEach(() => removeDir(dir))

describe('askForRefresh', () => {
  it('returns what the server with the same folder answers, also to two programs at once', async () => {
    const stopping = new AbortController()
    const serving = answerRefreshRequests(dir, async () => done, stopping.signal)
    const answers = await Promise.all([askForRefresh(dir), askForRefresh(dir)])
    expect([...answers, await askForRefresh(dir)]).toEqual([done, done, done])
    stopping.abort()
    await serving
  })

  it('does not wait for ever for a server that took the request and ended', async () => {
    const stopping = new AbortController()
    const crash = async () => {
      stopping.abort()
      throw new Error('the server ends')
    }
    const serving = answerRefreshRequests(dir, crash, stopping.signal)
    const limits = { patienceMs: 10_000, readingMs: -8_000, pollMs: 10 }
    expect(await askForRefresh(dir, limits)).toMatchObject({
      problem: expect.stringContaining('has not answered'),
    })
    await serving
  })

  it('takes its request back if there is no server', async () => {
    expect(await askForRefresh(dir, { patienceMs: 0, readingMs: 0, pollMs: 1 })).toBeUndefined()
    expect(await readdir(dir)).toEqual([])
  })
})

describe('answerRefreshRequests', () => {
  const request = () => join(dir, 'refresh-request')
  it.each([
    ['is too old', () => writeFile(request(), '').then(() => utimes(request(), 1, 1))],
    // A folder cannot be removed as a file.
    ['cannot be removed', () => mkdir(request())],
  ])('reads nothing for a request that %s', async (_, leave) => {
    await leave()
    const stopping = new AbortController()
    let reads = 0
    const reread = async () => {
      reads += 1
      return done
    }
    const serving = answerRefreshRequests(dir, reread, stopping.signal)
    stopping.abort()
    await serving
    expect(reads).toBe(0)
  })
})
