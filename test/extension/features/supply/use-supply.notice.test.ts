import { describe, expect, it } from 'vitest'
import { type NoticeInput, toNotice } from '../../../../extension/features/supply/use-supply.ts'

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

  it('says that the first wallpapers are on their way', () => {
    expect(notice({ wasAsked: false })).toMatch(/first wallpapers/)
    expect(notice({ wasAsked: true })).toMatch(/more wallpapers/)
  })
})
