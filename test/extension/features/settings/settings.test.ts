import { describe, expect, it } from 'vitest'
import {
  defaultSettings,
  parseSettings,
  toFilters,
  toFiltersKey,
} from '../../../../extension/features/settings/settings.ts'

describe('parseSettings', () => {
  it.each([undefined, null, 'x', { rotation: 'never', shape: 3, sources: 'not one', color: 1 }])(
    'makes the defaults of %j',
    (stored) => expect(parseSettings(stored)).toEqual(defaultSettings),
  )

  it('shows the clock, the date and a greeting until they are switched off, and greets by a short name', () => {
    const shown = { clock: true, date: true, greeting: true, greetingName: '' }
    expect(parseSettings({ clock: 'yes', date: 7, greetingName: null })).toMatchObject(shown)
    const off = { clock: false, date: false, greeting: false, greetingName: 'Ada' }
    expect(parseSettings(off)).toMatchObject(off)
    expect(parseSettings({ greetingName: 'x'.repeat(99) }).greetingName).toHaveLength(40)
  })

  it('keeps what can be laid over a picture', () => {
    expect(parseSettings({ dim: 35, blur: 12 })).toMatchObject({ dim: 35, blur: 12 })
    expect(parseSettings({ dim: 100, blur: 1e9 })).toMatchObject({ dim: 80, blur: 40 })
  })

  it.each([
    { dim: '35', blur: Number.NaN },
    { dim: -5, blur: -1 },
  ])('lays nothing over a picture for %j', (stored) =>
    expect(parseSettings(stored)).toMatchObject({ dim: 0, blur: 0 }),
  )
})

describe('parseSettings of darker pictures', () => {
  it.each(['system', 'always', '19:00-07:00', '00:00-00:00', ''])('knows %j', (darker) =>
    expect(parseSettings({ darker }).darker).toBe(darker),
  )

  it.each([undefined, null, true, 'never', '19:00', '7-19', '19:00-07:00 ', 'systems'])(
    'reads %j as never',
    (darker) => expect(parseSettings({ darker }).darker).toBe(''),
  )
})

describe('toFilters', () => {
  const wide = { width: 1920, height: 1080 }
  const tall = { width: 1080, height: 1920 }

  it.each([
    ['screen', wide, 'desktop'],
    ['screen', tall, 'mobile'],
    ['desktop', tall, 'desktop'],
    ['mobile', wide, 'mobile'],
    ['any', wide, undefined],
    ['fit', wide, 'desktop'],
    ['fit', tall, 'mobile'],
    ['sharp', tall, 'mobile'],
  ] as const)('with the shape "%s" on a screen of %j asks for %s', (shape, screen, type) =>
    expect(toFilters({ ...defaultSettings, shape }, screen, '').type).toBe(type),
  )

  it.each([
    ['fit', { ratio: '1080x1920', atleast: undefined }],
    ['sharp', { ratio: undefined, atleast: '1080x1920' }],
    ['screen', { ratio: undefined, atleast: undefined }],
  ] as const)(
    'asks for the ratio or the size of the screen with the shape "%s"',
    (shape, wanted) => {
      const { ratio, atleast } = toFilters({ ...defaultSettings, shape }, tall, '')
      expect({ ratio, atleast }).toEqual(wanted)
    },
  )
})

describe('toFiltersKey', () => {
  it('differs by what is chosen, and not by how often it changes', () => {
    const key = toFiltersKey(defaultSettings)
    expect(toFiltersKey({ ...defaultSettings, rotation: 'day' })).toBe(key)
    expect(toFiltersKey({ ...defaultSettings, color: 'red' })).not.toBe(key)
    expect(toFiltersKey({ ...defaultSettings, list: 'favorites' })).not.toBe(key)
    expect(toFiltersKey({ ...defaultSettings, sources: ['http://other.test'] })).not.toBe(key)
  })
})
