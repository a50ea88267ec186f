import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createClientAddress } from '../../../../server/http/requests/client-address.ts'

const addressOf = async (remoteAddress: string, forwarded?: string, trusted: string[] = []) => {
  const app = new Hono()
  const clientAddress = createClientAddress(trusted)
  app.get('/', (c) => c.text(clientAddress(c)))
  const headers = { 'x-forwarded-for': forwarded }
  const env = { incoming: { socket: { remoteAddress }, headers } }
  return (await app.request('/', {}, env)).text()
}

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

  it('has a key where there is no socket', async () => {
    const app = new Hono()
    const clientAddress = createClientAddress([])
    app.get('/', (c) => c.text(clientAddress(c)))
    expect(await (await app.request('/')).text()).toBe('unknown')
  })
})
