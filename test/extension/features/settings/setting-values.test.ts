import { describe, expect, it } from 'vitest'
import { isUserList, parseList } from '../../../../extension/features/settings/setting-values.ts'

describe('parseList', () => {
  it.each(['all', 'favorites'])('keeps %s', (source) => expect(parseList(source)).toBe(source))

  it.each([undefined, null, 7, '', '@ada', 'ada', 'everything'])('is everything for %j', (stored) =>
    expect(parseList(stored)).toBe('all'),
  )
})

describe('isUserList', () => {
  it('is somebody, by name', () => {
    expect(['all', 'favorites', '@', '@ada'].filter(isUserList)).toEqual(['@ada'])
  })
})
