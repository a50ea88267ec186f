import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cloudinaryUrlSchema } from '../../../../server/config/settings.ts'
import type { ImageHost } from '../../../../server/hosted/image-host.ts'
import type { HostedQuery } from '../../../../shared/hosted-api.ts'
import { makeResource, makeResources } from '../../../emulators/cloudinary.ts'
import { openCloudinary, type TestCloudinary } from './harness.ts'

describe('createCloudinaryImageHost (spec §4.3)', () => {
  let cloudinary: TestCloudinary
  beforeEach(async () => {
    cloudinary = await openCloudinary()
  })
  afterEach(() => cloudinary.close())

  const namesOf = async (host: ImageHost, query: Partial<HostedQuery> = {}) =>
    (await host.select({ count: 100, ...query })).map(({ name }) => name).sort()
  const startWith = async (resources: unknown[]) => {
    cloudinary.emulator.resources = resources
    const host = cloudinary.create()
    await host.start()
    return host
  }

  it('requests as many candidates as the spec says, with tags and context', async () => {
    await startWith([])
    const query = Object.fromEntries(cloudinary.emulator.lastQuery())
    expect(query).toEqual({ max_results: '500', tags: 'true', context: 'true' })
    expect(cloudinary.emulator.calls).toEqual({ all: 1, desktop: 1, mobile: 1 })
  })

  it('finds images with a tag that are not among the first 500 images', async () => {
    const old = makeResource({ public_id: 'old', width: 100, height: 200, tags: ['mobile'] })
    const host = await startWith([...Array(600).fill(makeResource()), old])
    expect(await namesOf(host, { tag: 'mobile' })).toEqual(['old'])
    expect(await namesOf(host)).not.toContain('old')
  })

  it('lists each tag once, even if many requests wait for the first list', async () => {
    const { emulator, create } = cloudinary
    emulator.resources = makeResources(9)
    emulator.behave({ latencyMs: 50 })
    const host = create()
    void host.start()
    const tags = [undefined, 'desktop', 'mobile'] as const
    const asked = Array.from({ length: 1_000 }, (_, at) =>
      host.select({ count: 1, tag: tags[at % tags.length] }),
    )
    for (const images of await Promise.all(asked)) expect(images).toHaveLength(1)
    expect(emulator.calls).toEqual({ all: 1, desktop: 1, mobile: 1 })
  })

  it('serves the other lists while one of them cannot be read', async () => {
    const { emulator, create } = cloudinary
    emulator.resources = makeResources(9)
    emulator.behave({ fault: '500', faultOn: ['desktop'] })
    const host = create()
    await host.start()
    expect(await namesOf(host)).toHaveLength(9)
    expect(await namesOf(host, { tag: 'mobile' })).toHaveLength(3)
    await expect(host.select({ count: 1, tag: 'desktop' })).rejects.toThrow('status 500')
    expect(Object.values(host.sources()).map(({ ready }) => ready)).toEqual([true, false, true])
  })

  it('leaves out one bad record of 500 and logs it once', async () => {
    const { emulator, create, lines } = cloudinary
    emulator.resources = [...makeResources(499), { public_id: 'bad', tags: ['none'] }]
    const host = create({ refreshMs: 20 })
    await host.start()
    await expect.poll(() => emulator.calls.all).toBeGreaterThan(5)
    expect(
      lines.filter((line) => line.includes('all images has unusable entries: 1 of 500')),
    ).toHaveLength(1)
    expect((await host.select({ count: 100 })).length).toBe(100)
    emulator.resources = makeResources(500)
    await expect.poll(() => lines.join()).toContain('all images has unusable entries: 0')
  })

  it('does not accept for an hour that a list becomes empty', async () => {
    const { emulator, create, lines } = cloudinary
    let now = Date.now()
    emulator.resources = makeResources(500)
    const host = create({ refreshMs: 20, clock: () => now })
    await host.start()
    emulator.resources = []
    const stateOf = () => host.sources().cloudinary
    await expect.poll(() => stateOf().problem).toContain('from 500 to 0')
    expect(await namesOf(host)).toHaveLength(100)
    expect(lines.filter((line) => line.includes('all images shrank'))).toHaveLength(1)
    now += 3_600_000
    await expect.poll(() => stateOf().failing).toBe(false)
    expect(await namesOf(host)).toEqual([])
  })

  it('serves the list of the last run while Cloudinary is unreachable', async () => {
    const before = await startWith(makeResources(6))
    const expected = await namesOf(before)
    await expect.poll(() => readdir(cloudinary.snapshotsDir)).toHaveLength(3)
    before.stop()
    cloudinary.emulator.behave({ fault: '503' })
    const host = cloudinary.create()
    await host.start()
    expect(await namesOf(host)).toEqual(expected)
    expect(await namesOf(host, { tag: 'desktop' })).toHaveLength(2)
    const { ready, ageSeconds } = host.sources().cloudinary
    expect(ready).toBe(true)
    expect(ageSeconds).toBeGreaterThan(0)
  })

  it('never reads the stored list of another account', async () => {
    const before = await startWith(makeResources(6))
    await expect.poll(() => readdir(cloudinary.snapshotsDir)).toHaveLength(3)
    before.stop()
    const account = cloudinaryUrlSchema.parse(cloudinary.emulator.cloudinaryUrl)
    const other = cloudinary.create({ account: { ...account, cloudName: 'other' } })
    await other.start()
    await expect(other.select({ count: 1 })).rejects.toThrow('does not know the cloud')
  })
})
