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
  it('stamps what was chosen, and no default', () => {
    expect(stampChanges({}, chosen, 500)).toEqual({ category: { value: 'nature', at: 500 } })
  })

  it('lets what was chosen before there were stamps lose against anything chosen since', () => {
    expect(stampChanges(null, chosen, 500)).toEqual({ category: { value: 'nature', at: 1 } })
  })

  it('stamps a choice later than the one it replaces, also when the clock goes wrong', () => {
    const ahead = { category: { value: 'art', at: 900 } }
    expect(stampChanges(ahead, chosen, 500).category).toEqual({ value: 'nature', at: 901 })
  })

  it('stamps a return to the default as a choice', () => {
    const before = { category: { value: 'art', at: 100 } }
    expect(stampChanges(before, defaultSettings, 500).category).toEqual({ value: null, at: 500 })
  })

  it('takes no value of a newer version for a choice', () => {
    const newer = { rotation: { value: 'at-sunset', at: 100 } }
    expect(stampChanges(newer, defaultSettings, 500)).toBe(newer)
  })
})

describe('mergeStamps', () => {
  const early = { color: { value: 'blue', at: 1 }, category: { value: 'art', at: 9 } }
  const late = { color: { value: 'red', at: 2 }, category: { value: 'cars', at: 8 } }

  it('keeps of each setting what was chosen last, whoever asks', () => {
    const merged = { color: late.color, category: early.category }
    expect(mergeStamps(early, late)).toEqual(merged)
    expect(mergeStamps(late, early)).toEqual(merged)
  })

  it('decides alike on all devices when two chose in the same millisecond', () => {
    const [one, other] = [{ color: { value: 'blue', at: 5 } }, { color: { value: 'red', at: 5 } }]
    expect(mergeStamps(one, other)).toEqual(mergeStamps(other, one))
  })
})

describe('listNews', () => {
  it('names what the others do not know', () => {
    const mine = { color: { value: 'blue', at: 3 }, category: { value: 'art', at: 3 } }
    const theirs = { color: { value: 'red', at: 2 }, category: { value: 'cars', at: 4 } }
    expect(listNews(mine, theirs)).toEqual({ color: mine.color })
  })
})

describe('applyStamps', () => {
  it('changes what is stamped and leaves the rest', () => {
    const stamps = { color: { value: 'blue', at: 1 }, unheard: { value: 7, at: 1 } }
    expect(applyStamps(stamps, chosen)).toEqual({ ...chosen, color: 'blue' })
  })

  it('answers with the same object when nothing changes', () => {
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
