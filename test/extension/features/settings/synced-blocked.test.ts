import { describe, expect, it } from 'vitest'
import type { Blocked } from '../../../../extension/features/settings/setting-values.ts'
import {
  hideSame,
  joinBlocked,
  markChanges,
  mergeParts,
  partOf,
  saySame,
  splitBlocked,
} from '../../../../extension/features/settings/synced-blocked.ts'

const block = (name: string, title = ''): Blocked => ({ kind: 'wallpaper', name, title })
const many = Array.from({ length: 500 }, (_, at) => block(`wallpaper-${at}`, `Number ${at}`))

describe('splitBlocked', () => {
  it('puts an entry into the same part, whatever else is in the list', () => {
    const parts = Object.entries(splitBlocked(many))
    expect(parts.flatMap(([, part]) => part)).toHaveLength(many.length)
    for (const [name, part] of parts) {
      expect(part.map(partOf)).toEqual(part.map(() => name))
      expect(part.length).toBeLessThan(60)
    }
  })

  it('names all parts, so that a part that became empty is synced as well', () => {
    expect(Object.keys(splitBlocked([]))).toEqual(Object.keys(splitBlocked(many)))
  })

  it('cuts titles that would fill the part', () => {
    const entry = block('a', 'A'.repeat(1_000))
    expect(splitBlocked([entry])[partOf(entry)]?.[0]?.title).toHaveLength(40)
  })
})

describe('joinBlocked', () => {
  it('keeps the order and the titles of known entries, and adds new entries', () => {
    const here = [block('a', 'A'.repeat(100)), block('b')]
    const there = splitBlocked([block('new'), ...here])
    expect(joinBlocked(here, there)).toEqual([...here, block('new')])
  })

  it('removes only the entries that have left their part', () => {
    const parts = splitBlocked([block('b')])
    const untold = block('untold')
    delete parts[partOf(untold)]
    expect(joinBlocked([block('a'), block('b'), untold], parts)).toEqual([block('b'), untold])
  })
})

describe('hideSame', () => {
  it('ignores the order and the titles of entries', () => {
    expect(hideSame([block('a', 'A'), block('b')], [block('b'), block('a')])).toBe(true)
    expect(hideSame([block('a')], [block('b')])).toBe(false)
  })
})

const dated = (name: string, at: number, title = '') => ({ ...block(name, title), at })
const gone = (name: string, at: number) => ({ gone: `wallpaper ${name}`, at })
const part = (...value: ({ at: number } & Record<string, unknown>)[]) => ({
  value,
  at: Math.max(...value.map(({ at }) => at)),
})

describe('markChanges', () => {
  it('stores the time of blocked and unblocked entries, and leaves other entries unchanged', () => {
    const known = part(dated('old', 3), dated('off', 4), gone('before', 2))
    expect(markChanges(known, [block('old'), block('new')], 9)).toEqual([
      dated('old', 3),
      dated('new', 9),
      gone('before', 2),
      gone('off', 9),
    ])
  })

  it('gives a new time to an entry that is blocked again', () => {
    expect(markChanges(part(gone('a', 2)), [block('a')], 9)).toEqual([dated('a', 9)])
  })
})

describe('mergeParts', () => {
  const mine = part(dated('both', 1), dated('mine', 5), gone('theirs-once', 6))
  const theirs = part(dated('theirs-once', 2), dated('both', 1), dated('theirs', 4))

  it('keeps the later change of each entry, whichever device merges', () => {
    const all = [dated('both', 1), dated('theirs', 4), dated('mine', 5), gone('theirs-once', 6)]
    expect(mergeParts(mine, theirs)).toEqual({ value: all, at: 6 })
    expect(mergeParts(theirs, mine)).toEqual({ value: all, at: 7 })
  })

  it('returns the same part when the other part adds nothing', () => {
    expect(mergeParts(mine, structuredClone(mine))).toBe(mine)
    const more = part(...mine.value, dated('more', 9))
    expect(mergeParts(mine, more)).toBe(more)
  })

  it('gives all devices the same result for changes in the same millisecond', () => {
    const [on, off] = [part(dated('a', 3)), part(gone('a', 3))]
    expect(mergeParts(on, off).value).toEqual([dated('a', 3)])
    expect(mergeParts(off, on).value).toEqual([dated('a', 3)])
    const [short, long] = [part(dated('a', 3, 'A')), part(dated('a', 3, 'A lake'))]
    expect(mergeParts(short, long).value).toEqual(mergeParts(long, short).value)
  })

  it('ignores what it cannot read', () => {
    expect(mergeParts({ value: 'nonsense', at: 9 }, theirs)).toBe(theirs)
  })
})

describe('saySame', () => {
  it('compares the changes of a part, and ignores their order', () => {
    const stored = part({ title: '', at: 4, name: 'b', kind: 'wallpaper' }, dated('a', 1))
    expect(saySame(part(dated('a', 1), dated('b', 4)), stored)).toBe(true)
    expect(saySame(part(dated('a', 1)), stored)).toBe(false)
  })
})
