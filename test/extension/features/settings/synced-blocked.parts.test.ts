import { describe, expect, it } from 'vitest'
import type { Blocked } from '../../../../extension/features/settings/setting-values.ts'
import {
  hideSame,
  joinBlocked,
  partOf,
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
