import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answerRefreshRequests,
  askForRefresh,
} from '../../../../server/adapters/disk/refresh-requests.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

let dir: string
beforeEach(async () => {
  dir = await makeTempDir('refresh')
})
afterEach(() => removeDir(dir))

describe('askForRefresh', () => {
  it('returns what the server with the same folder answers, and leaves no file behind', async () => {
    const stopping = new AbortController()
    const read = { before: 1, wallpapers: 2, isPartial: false }
    const serving = answerRefreshRequests(dir, async () => read, stopping.signal)
    for (let n = 0; n < 2; n += 1) expect(await askForRefresh(dir)).toMatchObject(read)
    stopping.abort()
    await serving
    expect(await readdir(dir)).toEqual([])
  })

  it('takes its request back if there is no server', async () => {
    expect(await askForRefresh(dir, 0)).toBeUndefined()
    expect(await readdir(dir)).toEqual([])
  })
})
