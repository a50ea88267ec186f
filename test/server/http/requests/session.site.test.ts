import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { siteOf } from '../../../../server/http/requests/session.ts'

const ask = async (
  publicUrl: string,
  url: string,
  headers: Record<string, string>,
  localAddress?: string,
) => {
  const app = new Hono()
  app.post('/', (c) => c.text(siteOf(c, publicUrl)))
  const env = { incoming: { socket: { localAddress } } }
  return (await app.request(url, { method: 'POST', headers }, env)).text()
}

describe('siteOf', () => {
  const publicUrl = 'https://wallpapers.test'
  const url = 'http://10.0.0.5:8787/'

  it.each([
    [{ Origin: 'https://wallpapers.test' }, 'own'],
    [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost:8787' }, 'own'],
    [{ Origin: 'http://wallpapers.test' }, 'foreign'],
    [{ Origin: 'https://wallpapers.test.evil.example' }, 'foreign'],
    [{ Origin: 'null' }, 'foreign'],
    [{ 'Sec-Fetch-Site': 'same-site' }, 'foreign'],
    [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, 'foreign'],
    // The internal address of the server, behind a proxy.
    [{ Origin: 'http://10.0.0.5:8787' }, 'foreign'],
    [{}, 'unknown'],
  ] as const)('takes %j of a server with an address for %s', async (headers, site) => {
    expect(await ask(publicUrl, url, headers)).toBe(site)
  })

  it('takes a page of the address that was asked for its own when the server knows only a local one', async () => {
    const local = 'http://127.0.0.1:8787'
    const afar = ['10.0.0.5', '::ffff:10.0.0.5', 'fd00::5']
    for (const address of afar)
      expect(await ask(local, url, { Origin: 'http://10.0.0.5:8787' }, address)).toBe('own')
    for (const Origin of [
      'http://10.0.0.5:9999',
      'http://10.0.0.5',
      'http://10.0.0.6:8787',
      'https://evil.example',
      'http://evil.example:8787',
      'null',
      '',
      'nonsense',
    ])
      expect(await ask(local, url, { Origin }, '10.0.0.5'), Origin).toBe('foreign')
    expect(await ask(local, url, {}, '10.0.0.5')).toBe('unknown')
  })

  // A name of another site may lead to this machine.
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'takes a page of another host for foreign when the request came in at %s',
    async (address) => {
      const rebound = 'http://evil.example:8787'
      const headers = { Origin: rebound }
      expect(await ask('http://127.0.0.1:8787', `${rebound}/`, headers, address)).toBe('foreign')
    },
  )
})
