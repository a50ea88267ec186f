import { describe, expect, it } from 'vitest'
import { type NoticeInput, toNotice } from '../../../../extension/features/supply/use-supply.ts'
import { makeUpcoming } from '../../fakes/make-wallpaper.ts'

const notice = (part: Partial<NoticeInput>) =>
  toNotice({
    asks: true,
    source: 'http://server.test',
    isFirst: true,
    isBuiltIn: true,
    host: '127.0.0.1:8787',
    problem: null,
    next: undefined,
    ...part,
  })

describe('toNotice', () => {
  it('says nothing while the built-in wallpapers are all that is chosen', () => {
    expect(notice({ asks: false, problem: { kind: 'unreachable' } })).toBeUndefined()
  })

  it('mentions the photographs in the first tab of a person who has chosen nothing', () => {
    const nothing = { asks: false, source: undefined }
    expect(notice(nothing)).toMatch(/thousands of photographs/)
    expect(notice({ ...nothing, isFirst: false })).toBeUndefined()
  })

  it('says nothing over a wallpaper of the catalogue, whatever is wrong', () => {
    expect(notice({ isBuiltIn: false, problem: { kind: 'unreachable' } })).toBeUndefined()
  })

  it('says why there are others than those of the chosen list', () => {
    const problem = { kind: 'no-list', list: '@ada' } as const
    expect(notice({ isBuiltIn: false, problem, next: makeUpcoming('a') })).toBe(
      'Nobody called @ada shares favorites on 127.0.0.1:8787. Showing other wallpapers instead.',
    )
  })

  it('says how to see the next wallpaper as soon as it waits', () => {
    expect(notice({ next: makeUpcoming('a'), problem: { kind: 'unreachable' } })).toMatch(
      /have arrived\. Press Next/,
    )
  })

  it('promises no next wallpaper on a full disk, where a tab may be unable to take one', () => {
    expect(notice({ next: makeUpcoming('a'), problem: { kind: 'storage-full' } })).toBe(
      'Your browser has no room to store wallpapers. Showing built-in wallpapers for now.',
    )
  })

  it('says that wallpapers are on their way', () => {
    expect(notice({})).toMatch(/Downloading wallpapers/)
  })
})
