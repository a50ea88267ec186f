import { describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../../extension/features/settings/settings.ts'
import {
  applyStamps,
  listNews,
  mergeStamps,
  parseStamps,
  stampChanges,
} from '../../../../extension/features/settings/stamps.ts'

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
  })

  it('gives all devices the same result when two choose in the same millisecond', () => {
    const [one, other] = [{ color: { value: 'blue', at: 5 } }, { color: { value: 'red', at: 5 } }]
    expect(mergeStamps(one, other)).toEqual(mergeStamps(other, one))
  })
})

describe('listNews', () => {
  it('lists the choices that the other devices do not know', () => {
    const mine = { color: { value: 'blue', at: 3 }, category: { value: 'art', at: 3 } }
    const theirs = { color: { value: 'red', at: 2 }, category: { value: 'cars', at: 4 } }
    expect(listNews(mine, theirs)).toEqual({ color: mine.color })
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
