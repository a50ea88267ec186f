import { describe, expect, it } from 'vitest'
import type { Blocked } from '../../../../extension/features/settings/setting-values.ts'
import { defaultSettings } from '../../../../extension/features/settings/settings.ts'
import {
  applyStamps,
  createSettingsSync,
  mergeStamps,
  parseStamps,
  stampChanges,
} from '../../../../extension/features/settings/settings-sync.ts'
import { createDevices, wallpaper } from '../../fakes/synced-devices.ts'

describe('createSettingsSync', () => {
  it('undoes no choice of another device when the person changes a setting meanwhile', async () => {
    const { desk, sofa, syncBoth } = createDevices()
    await syncBoth()
    await desk.choose({ category: 'art' })
    await desk.block('cats')
    await desk.sync()
    await sofa.choose({ color: 'blue' })
    const { synced } = sofa.deps
    const read: typeof synced.read = async (prefix) => {
      await sofa.choose({ color: 'red' })
      return synced.read(prefix)
    }
    await createSettingsSync({ ...sofa.deps, synced: { ...synced, read } })()
    for (const device of [sofa, desk]) await device.sync()
    for (const device of [sofa, desk]) {
      expect(await device.read()).toMatchObject({ category: 'art', color: 'red' })
      expect(await device.listBlocked()).toEqual(['cats'])
    }
  })

  it('keeps all choices on the device while the browser’s sync is off, and sends them later', async () => {
    const { cloud, desk } = createDevices()
    cloud.isOff = true
    await desk.sync()
    await desk.choose({ color: 'red' })
    await desk.sync()
    expect((await desk.read()).color).toBe('red')
    cloud.isOff = false
    await desk.sync()
    expect(await cloud.read('')).toMatchObject({ color: { value: 'red' } })
  })

  it('syncs the other settings when the browser refuses one that is too long', async () => {
    const { cloud, desk } = createDevices()
    await desk.sync()
    await desk.choose({ category: 'x'.repeat(9_000), color: 'red' })
    await desk.sync()
    expect(Object.keys(await cloud.read(''))).toEqual(['color'])
  })

  it('syncs eight links, however long they are', async () => {
    const { desk, sofa, syncBoth } = createDevices()
    await desk.sync()
    // Of all characters of a name, half of an emoji takes most bytes.
    const longest = `https://${'x'.repeat(700)} ${'\ud83d'.repeat(40)}`
    await desk.choose({ links: Array(8).fill(longest) })
    await syncBoth()
    expect((await sofa.read()).links).toHaveLength(8)
  })

  it('syncs settings only, and nothing of an account', async () => {
    const { cloud, desk } = createDevices()
    await desk.sync()
    await desk.choose({ sources: ['https://walls.example'], ...{ token: 'secret' } })
    await desk.sync()
    expect(JSON.stringify(await cloud.read(''))).not.toContain('secret')
  })
})

describe('createSettingsSync of what is blocked', () => {
  it('syncs hundreds of blocked entries, and then sends only those that change', async () => {
    const { cloud, desk, sofa, syncBoth } = createDevices()
    await desk.sync()
    const names = Array.from({ length: 350 }, (_, at) => `a-wallpaper-of-a-long-name-${at}`)
    await desk.choose({ blocked: names.map(wallpaper) })
    await syncBoth()
    expect((await sofa.listBlocked()).toSorted()).toEqual(names.toSorted())
    const before = await cloud.read('')
    await sofa.choose({ blocked: (await sofa.read()).blocked.slice(0, -1) })
    for (const device of [sofa, desk]) await device.sync()
    expect((await desk.listBlocked()).toSorted()).toEqual((await sofa.listBlocked()).toSorted())
    const after = Object.entries(await cloud.read(''))
    expect(
      after.filter(([name, stamp]) => JSON.stringify(stamp) !== JSON.stringify(before[name])),
    ).toHaveLength(1)
  })

  it('keeps what two devices block at the same time, in the order of each', async () => {
    const { cloud, desk, sofa, syncBoth } = createDevices()
    await desk.block('first')
    await syncBoth()
    await desk.block('rain')
    await sofa.block('cats')
    for (const device of [desk, sofa, desk]) await device.sync()
    expect(await desk.listBlocked()).toEqual(['first', 'rain', 'cats'])
    expect(await sofa.listBlocked()).toEqual(['first', 'cats', 'rain'])
    const { writes } = cloud
    for (const device of [sofa, desk, sofa]) await device.sync()
    expect(cloud.writes).toBe(writes)
  })
})

const chosen = { ...defaultSettings, category: 'nature' }

describe('stampChanges', () => {
  it('stamps chosen settings, but no defaults', () => {
    expect(stampChanges({}, chosen, 500)).toEqual({ category: { value: 'nature', at: 500 } })
  })

  it('stamps a choice later than the one it replaces, even if the clock was set back', () => {
    const ahead = { category: { value: 'art', at: 900 } }
    expect(stampChanges(ahead, chosen, 500).category).toEqual({ value: 'nature', at: 901 })
  })

  it('stamps a return to the default as a choice', () => {
    const before = { category: { value: 'art', at: 100 } }
    expect(stampChanges(before, defaultSettings, 500).category).toEqual({ value: null, at: 500 })
  })

  it('does not stamp an unknown value of a newer version as a choice', () => {
    const newer = { rotation: { value: 'at-sunset', at: 100 } }
    expect(stampChanges(newer, defaultSettings, 500)).toBe(newer)
  })
})

describe('mergeStamps', () => {
  const early = { color: { value: 'blue', at: 1 }, category: { value: 'art', at: 9 } }
  const late = { color: { value: 'red', at: 2 }, category: { value: 'cars', at: 8 } }

  it('keeps the latest choice of each setting, whichever device merges', () => {
    const merged = { color: late.color, category: early.category }
    expect(mergeStamps(early, late)).toEqual(merged)
    expect(mergeStamps(late, early)).toEqual(merged)
    expect(mergeStamps(late, structuredClone(late))).toBe(late)
  })
})

describe('applyStamps', () => {
  it('applies stamped settings and leaves the others unchanged', () => {
    const stamps = { color: { value: 'blue', at: 1 }, unheard: { value: 7, at: 1 } }
    expect(applyStamps(stamps, chosen)).toEqual({ ...chosen, color: 'blue' })
  })

  it('returns the same object when nothing changes', () => {
    expect(applyStamps({ category: { value: 'nature', at: 1 } }, chosen)).toBe(chosen)
  })
})

describe('parseStamps', () => {
  it.each([
    undefined,
    null,
    'x',
    [],
    { color: null },
    { color: { value: 'x' } },
    { color: { at: 1 } },
  ])('finds none in %j', (stored) => expect(parseStamps(stored)).toEqual({}))
})

const block = (name: string, title = ''): Blocked => ({ kind: 'wallpaper', name, title })
const withBlocked = (...blocked: Blocked[]) => ({ ...defaultSettings, blocked })
const blocked = (name: string, at: number, title = '') => ({
  [`blocked/wallpaper ${name}`]: { value: block(name, title), at },
})
const gone = (name: string, at: number) => ({
  [`blocked/wallpaper ${name}`]: { value: null, at },
})

describe('the stamps of what is blocked', () => {
  it('have the time of each entry that was blocked or unblocked', () => {
    const before = { ...blocked('old', 3), ...blocked('off', 4), ...gone('before', 2) }
    expect(stampChanges(before, withBlocked(block('old'), block('new')), 9)).toEqual({
      ...blocked('old', 3),
      ...blocked('new', 9),
      ...gone('before', 2),
      ...gone('off', 9),
    })
    expect(stampChanges(gone('a', 2), withBlocked(block('a')), 9)).toEqual(blocked('a', 9))
  })

  it('cut titles that would fill the browser’s storage', () => {
    const stamps = stampChanges({}, withBlocked(block('a', 'A'.repeat(1_000))), 7)
    expect(stamps).toEqual(blocked('a', 7, 'A'.repeat(40)))
  })

  it('ignore the order and the titles of entries', () => {
    const before = { ...blocked('a', 1, 'A'), ...blocked('b', 2) }
    expect(stampChanges(before, withBlocked(block('b'), block('a')), 9)).toBe(before)
  })

  it('are the same on all devices after changes in the same millisecond', () => {
    const [on, off] = [blocked('a', 3), gone('a', 3)]
    expect(mergeStamps(on, off)).toEqual(on)
    expect(mergeStamps(off, on)).toEqual(on)
    const [short, long] = [blocked('a', 3, 'A'), blocked('a', 3, 'A lake')]
    expect(mergeStamps(short, long)).toEqual(mergeStamps(long, short))
  })

  it('add new entries to the list, and keep the order and the titles of known ones', () => {
    const here = [block('a', 'A'.repeat(100)), block('b'), block('gone'), block('untold')]
    const stamps = {
      ...blocked('new', 3),
      ...blocked('b', 2),
      ...blocked('a', 1),
      ...gone('gone', 4),
    }
    const [a, b, , untold] = here
    expect(applyStamps(stamps, withBlocked(...here)).blocked).toEqual([a, b, untold, block('new')])
  })
})
