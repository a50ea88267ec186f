import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImageHost } from '../../../../server/http/wallpapers/image-host.ts'
import type { HostedQuery } from '../../../../shared/hosted-api.ts'
import { makeResources } from '../../../emulators/cloudinary.ts'
import { openCloudinary, type TestCloudinary } from './harness.ts'

describe('createCloudinaryImageHost', () => {
  let cloudinary: TestCloudinary
  beforeEach(async () => {
    cloudinary = await openCloudinary()
  })
  afterEach(() => cloudinary.close())

  const namesOf = async (host: ImageHost, query: Partial<HostedQuery> = {}) =>
    (await host.select({ count: 100, ...query })).map(({ name }) => name).sort()
  const startWith = async (resources: unknown[], refreshMs = 60_000) => {
    cloudinary.emulator.resources = resources
    const host = cloudinary.create({ refreshMs })
    await host.start()
    return host
  }

  it('asks once for each list, with 500 candidates, tags and context', async () => {
    await startWith([])
    const query = '?max_results=500&tags=true&context=true'
    expect(cloudinary.emulator.asked.toSorted()).toEqual(
      ['tags/desktop', 'tags/mobile', 'upload'].map(
        (list) => `/v1_1/emulated/resources/image/${list}${query}`,
      ),
    )
  })

  it('keeps its list when Cloudinary suddenly lists hardly any images', async () => {
    const host = await startWith(makeResources(300), 20)
    cloudinary.emulator.resources = makeResources(2)
    const problem = () => host.sources().cloudinary.problem
    await expect.poll(problem).toContain('The Cloudinary list of all images')
    expect(await namesOf(host)).toHaveLength(100)
  })

  it('serves the list of the last run while Cloudinary is unreachable', async () => {
    const before = await startWith(makeResources(6))
    const expected = await namesOf(before)
    const stored = async () =>
      (await readdir(cloudinary.snapshotsDir)).filter((name) => !name.endsWith('.tmp'))
    await expect.poll(stored).toHaveLength(3)
    before.stop()
    cloudinary.emulator.behave({ fault: 'hang' })
    const host = cloudinary.create()
    await host.start()
    expect(await namesOf(host)).toEqual(expected)
    expect(await namesOf(host, { tag: 'desktop' })).toHaveLength(2)
    const { ready, ageSeconds } = host.sources().cloudinary
    expect(ready).toBe(true)
    expect(ageSeconds).toBeGreaterThan(0)
  })
})
