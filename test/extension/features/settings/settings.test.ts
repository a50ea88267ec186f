import { describe, expect, it } from 'vitest'
import {
  defaultSettings,
  parseServer,
  parseSettings,
  toFilters,
  toFiltersKey,
} from '../../../../extension/features/settings/settings.ts'

describe('parseServer', () => {
  it.each([
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['  http://127.0.0.1:8787/  ', 'http://127.0.0.1:8787'],
    ['127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['localhost:8787', 'http://localhost:8787'],
    ['[::1]:8787', 'http://[::1]:8787'],
    ['192.168.0.9:8787', 'http://192.168.0.9:8787'],
    ['172.20.1.2', 'http://172.20.1.2'],
    ['attic.local:8787', 'http://attic.local:8787'],
    ['attic', 'http://attic'],
    ['172.32.1.2', 'https://172.32.1.2'],
    ['walls.example', 'https://walls.example'],
    ['https://Walls.Example/fresco//', 'https://walls.example/fresco'],
  ])('makes of %j the address %s', (text, server) => expect(parseServer(text)).toBe(server))

  it.each([
    '',
    '   ',
    'http://',
    'not an address',
    'ftp://walls.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://user:secret@walls.example',
    'https://walls.example/?q=1',
    'https://walls.example/#x',
    'http://walls.example:99999',
    7,
    null,
    undefined,
  ])('refuses %j', (text) => expect(parseServer(text)).toBeUndefined())
})

describe('parseSettings', () => {
  it.each([undefined, null, 'x', { rotation: 'never', device: 3, server: 'not one', color: 1 }])(
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

  it('keeps what can be read', () => {
    const stored = { rotation: 'day', category: 'nature', device: 'nonsense' }
    expect(parseSettings(stored)).toEqual({
      ...defaultSettings,
      rotation: 'day',
      category: 'nature',
    })
  })
})

describe('toFilters', () => {
  const wide = { width: 1920, height: 1080 }
  const tall = { width: 1080, height: 1920 }

  it.each([
    ['screen', wide, 'desktop'],
    ['screen', tall, 'mobile'],
    ['desktop', tall, 'desktop'],
    ['mobile', wide, 'mobile'],
    ['any', wide, null],
  ] as const)('with the shape "%s" on a screen of %j asks for %s', (device, screen, type) =>
    expect(toFilters({ ...defaultSettings, device }, screen).type).toBe(type),
  )
})

describe('toFiltersKey', () => {
  it('differs by what is chosen, and not by how often it changes', () => {
    const key = toFiltersKey(defaultSettings)
    expect(toFiltersKey({ ...defaultSettings, rotation: 'day' })).toBe(key)
    expect(toFiltersKey({ ...defaultSettings, color: 'red' })).not.toBe(key)
    expect(toFiltersKey({ ...defaultSettings, server: 'http://other.test' })).not.toBe(key)
  })
})
