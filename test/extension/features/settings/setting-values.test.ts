import { describe, expect, it } from 'vitest'
import { isList, parseSource } from '../../../../extension/features/settings/setting-values.ts'

describe('parseSource', () => {
  it.each(['all', 'favorites', '@ada'])('keeps %s', (source) =>
    expect(parseSource(source)).toBe(source),
  )

  it.each([undefined, null, 7, '', '@', 'ada', 'everything'])('is everything for %j', (stored) =>
    expect(parseSource(stored)).toBe('all'),
  )
})

describe('isList', () => {
  it('is somebody, by name', () => {
    expect(['all', 'favorites', '@', '@ada'].filter(isList)).toEqual(['@ada'])
  })
})
