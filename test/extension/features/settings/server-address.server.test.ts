import { describe, expect, it } from 'vitest'
import { parseServer } from '../../../../extension/features/settings/server-address.ts'

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
