import { describe, expect, it } from 'vitest'
import { readWords } from '../../../../extension/features/settings/address-words.ts'
import { firstServer } from '../../../../extension/features/settings/source-names.ts'

describe('readWords', () => {
  it.each([
    ['?every=30', 30],
    ['?every=1', 5],
    ['?every=1e9', 86_400],
    ['?every', 30],
    ['?every=soon', undefined],
    ['?every=-3', undefined],
    ['', undefined],
  ])('reads the seconds in %j as %s', (search, every) => {
    expect(readWords(search).every).toBe(every)
  })

  it.each([
    ['?off=22:00-07:00', '22:00-07:00'],
    ['?off=22-7', ''],
    ['?off=25:00-07:00', ''],
    ['?off=07:00-07:00', ''],
    ['?off=22:00-07:00-09:00', ''],
  ])('reads the hours in %j as %j', (search, off) => {
    expect(readWords(search).off).toBe(off)
  })

  it.each([
    ['?from=@ada', { sources: [`from=ada+${firstServer}`] }],
    ['?from=ada', { sources: [`from=ada+${firstServer}`] }],
    ['?from=', {}],
    ['?today', { rotation: 'today' }],
    ['?today=off', {}],
    ['?clock=calm', { clock: true, clockPlace: 'calm' }],
    ['?clock=off', { clock: false, date: false, greeting: false }],
    ['?clock=big', {}],
  ])('takes %j for the settings %j', (search, settings) => {
    expect(readWords(search).settings).toEqual(settings)
  })

  it('has words that are on without a value', () => {
    const { caption, pairs, today } = readWords('?caption&pairs=on&today=no')
    expect([caption, pairs, today]).toEqual([true, true, false])
  })
})
