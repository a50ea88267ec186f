import { describe, expect, it } from 'vitest'
import { toClockTexts } from '../../../../extension/features/clock/clock.tsx'

const all = {
  clock: true,
  clockHours: 'auto' as const,
  seconds: false,
  date: true,
  greeting: true,
  greetingName: '',
}
const at = (hour: number, minute = 5) => new Date(2026, 10, 22, hour, minute)

describe('toClockTexts', () => {
  it('writes time and date as the language does, without AM and PM', () => {
    expect(toClockTexts(all, at(15))).toMatchObject({ time: '3:05', date: 'Sunday, November 22' })
    expect(toClockTexts(all, at(0, 0)).time).toBe('12:00')
  })

  it('has 12 or 24 hours when a person wants that, whatever the language does', () => {
    expect(toClockTexts({ ...all, clockHours: 'h23' }, at(15)).time).toBe('15:05')
    expect(toClockTexts({ ...all, clockHours: 'h12' }, at(15)).time).toBe('3:05')
  })

  it('adds the seconds when a person wants them', () => {
    expect(toClockTexts({ ...all, seconds: true }, at(15)).time).toBe('3:05:00')
  })

  it.each([
    [4, 'Hello'],
    [5, 'Good morning'],
    [11, 'Good morning'],
    [12, 'Good afternoon'],
    [17, 'Good afternoon'],
    [18, 'Good evening'],
    [22, 'Good evening'],
    [23, 'Hello'],
    [0, 'Hello'],
  ])('at %i o’clock it says %s', (hour, greeting) =>
    expect(toClockTexts(all, at(hour)).greeting).toBe(greeting),
  )

  it('greets by name, unless the name is only blanks', () => {
    const greet = (greetingName: string) => toClockTexts({ ...all, greetingName }, at(9)).greeting
    expect(greet(' Ada ')).toBe('Good morning, Ada')
    expect(greet('  ')).toBe('Good morning')
  })

  it('leaves out what is switched off', () => {
    const off = { ...all, clock: false, date: false, greeting: false }
    expect(Object.values(toClockTexts(off, at(9)))).toEqual([undefined, undefined, undefined])
  })
})
