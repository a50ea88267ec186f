import { describe, expect, it } from 'vitest'
import {
  isPrivateHost,
  parseServer,
} from '../../../../extension/features/settings/server-address.ts'

describe('parseServer', () => {
  it.each([
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['  http://127.0.0.1:8787/  ', 'http://127.0.0.1:8787'],
    ['127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['localhost:8787', 'http://localhost:8787'],
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

const privateHosts = `localhost router 127.0.0.1 10.1.2.3 192.168.0.1 172.20.1.1 100.64.0.1 169.254.169.254 nas.local
  nas.home.arpa localhost. router.lan. 127.0.0.1. [::1] [fd00::1] [64:ff9b::7f00:1] [fe80::1] [::ffff:a00:1]`
const publicHosts = `walls.test 11.1.2.3 172.32.1.1 100.128.0.1 [2606:4700::1] 8.b.d.0.1.0.0.2.ip6.arpa [fd::1]
  10.walls.test 127.0.0.1.walls.test 192.168.walls.test localhost.test`

describe('isPrivateHost', () => {
  it.each([
    ...privateHosts.split(/\s+/).map((host) => [host, true] as const),
    ...publicHosts.split(/\s+/).map((host) => [host, false] as const),
  ])('of %s is %s', (host, expected) => {
    expect(isPrivateHost(new URL(`http://${host}`).hostname)).toBe(expected)
  })
})
