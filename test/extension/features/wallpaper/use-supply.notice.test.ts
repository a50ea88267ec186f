import { describe, expect, it } from 'vitest'
import { type NoticeInput, toNotice } from '../../../../extension/features/wallpaper/use-supply.ts'
import { explain, type Problem, toHost } from '../../../../extension/remote/problem.ts'

const notice = (part: Partial<NoticeInput>) =>
  toNotice({
    asks: true,
    shown: 'bundled',
    host: '127.0.0.1:8787',
    problem: null,
    wasAsked: true,
    hasNext: false,
    ...part,
  })

describe('toNotice', () => {
  it('says nothing while the built-in wallpapers are all that is chosen', () => {
    expect(
      notice({ asks: false, wasAsked: false, problem: { kind: 'unreachable' } }),
    ).toBeUndefined()
  })

  it('says nothing over a wallpaper of the catalogue, whatever is wrong', () => {
    expect(notice({ shown: 'catalogue', problem: { kind: 'unreachable' } })).toBeUndefined()
  })

  it('says why there are others than those of the chosen list', () => {
    const problem = { kind: 'no-list', list: '@ada' } as const
    expect(notice({ shown: 'catalogue', problem, hasNext: true })).toBe(
      'There is no user called @ada on 127.0.0.1:8787. Showing all wallpapers instead.',
    )
  })

  it('says how to see the next wallpaper as soon as it waits', () => {
    expect(notice({ hasNext: true, problem: { kind: 'unreachable' } })).toMatch(
      /have arrived\. Press Next/,
    )
  })

  it('promises no next wallpaper on a full disk, where a tab may be unable to take one', () => {
    expect(notice({ hasNext: true, problem: { kind: 'storage-full' } })).toBe(
      'Your browser has no room to store wallpapers. Showing built-in wallpapers for now.',
    )
  })

  it('names the server that cannot be reached', () => {
    expect(notice({ problem: { kind: 'unreachable' } })).toBe(
      'Can’t reach 127.0.0.1:8787. Showing built-in wallpapers for now.',
    )
  })

  it('says that the first wallpapers are on their way', () => {
    expect(notice({ wasAsked: false })).toMatch(/first wallpapers/)
    expect(notice({ wasAsked: true })).toMatch(/more wallpapers/)
  })
})

describe('explain', () => {
  it('has other words for every reason', () => {
    const problems: Problem[] = [
      { kind: 'unreachable' },
      { kind: 'refused', status: 429 },
      { kind: 'refused', status: 500 },
      { kind: 'not-a-catalogue' },
      { kind: 'no-match' },
      { kind: 'no-pictures' },
      { kind: 'storage-full' },
      { kind: 'no-list', list: '@ada' },
      { kind: 'empty-list', list: '@ada' },
      { kind: 'no-favorites' },
    ]
    const texts = problems.map((problem) => explain(problem, 'host'))
    expect(new Set(texts).size).toBe(problems.length)
  })
})

describe('toHost', () => {
  it('is what a person knows of an address', () => {
    expect(toHost('http://127.0.0.1:8787')).toBe('127.0.0.1:8787')
    expect(toHost('https://github.com/ada/walls')).toBe('github.com/ada/walls')
    expect(toHost('https://ada.github.io/walls/index.json')).toBe('ada.github.io/walls')
    expect(toHost('nonsense')).toBe('nonsense')
  })
})
