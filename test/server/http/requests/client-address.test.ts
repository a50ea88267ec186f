import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createClientAddress } from '../../../../server/http/requests/client-address.ts'
import type { ClientAddress } from '../../../../server/ports.ts'

const readAddress = async (remoteAddress: string, forwarded?: string, trusted: string[] = []) => {
  const app = new Hono()
  const clientAddress = createClientAddress(trusted)
  app.get('/', (c) => c.json(clientAddress(c)))
  const headers = { 'x-forwarded-for': forwarded }
  const env = { incoming: { socket: { remoteAddress }, headers } }
  return (await (await app.request('/', {}, env)).json()) as ClientAddress
}

const addressOf = async (...given: Parameters<typeof readAddress>) =>
  (await readAddress(...given)).key

describe('createClientAddress', () => {
  it('reads the socket', async () => {
    expect(await addressOf('203.0.113.7')).toBe('203.0.113.7')
    expect(await addressOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  })

  it('believes no header of a client', async () => {
    expect(await addressOf('203.0.113.7', '9.9.9.9')).toBe('203.0.113.7')
    expect(await addressOf('203.0.113.7', '9.9.9.9', ['10.0.0.0/8'])).toBe('203.0.113.7')
  })

  it.each([
    ['9.9.9.9', '9.9.9.9'],
    ['1.1.1.1, 9.9.9.9', '9.9.9.9'],
    ['1.1.1.1, 9.9.9.9, 10.3.3.3', '9.9.9.9'],
    ['1.1.1.1, 9.9.9.9:4711', '9.9.9.9'],
    ['10.1.1.1', '10.1.1.1'],
    ['unknown', '10.0.0.1'],
    ['', '10.0.0.1'],
  ])('believes trusted proxies, from the end: %j is %s', async (forwarded, expected) => {
    expect(await addressOf('10.0.0.1', forwarded, ['10.0.0.0/8'])).toBe(expected)
  })

  it('trusts a single address, also of IPv6', async () => {
    expect(await addressOf('::1', '9.9.9.9', ['::1'])).toBe('9.9.9.9')
    expect(await addressOf('127.0.0.1', '9.9.9.9', ['127.0.0.1'])).toBe('9.9.9.9')
  })

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts the network of %s', async (address, expected) => {
    expect(await addressOf(address)).toBe(expected)
  })

  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0:0:0::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('knows the exact address of %s', async (address, expected) => {
    expect((await readAddress(address)).exact).toBe(expected)
  })

  it('has a key where there is no socket', async () => {
    const app = new Hono()
    const clientAddress = createClientAddress([])
    app.get('/', (c) => c.json(clientAddress(c)))
    const address = await (await app.request('/')).json()
    expect(address).toEqual({ exact: 'unknown', key: 'unknown' })
  })
})
