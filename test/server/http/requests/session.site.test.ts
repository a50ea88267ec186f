import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { siteOf } from '../../../../server/http/requests/session.ts'

const ask = async (publicUrl: string, url: string, headers: Record<string, string>) => {
  const app = new Hono()
  app.post('/', (c) => c.text(siteOf(c, publicUrl)))
  return (await app.request(url, { method: 'POST', headers })).text()
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
    // `http://10.0.0.5:8787` is the server's internal address behind a proxy, so a page with that
    // origin is foreign.
    [{ Origin: 'http://10.0.0.5:8787' }, 'foreign'],
    [{}, 'unknown'],
  ] as const)('takes %j of a server with an address for %s', async (headers, site) => {
    expect(await ask(publicUrl, url, headers)).toBe(site)
  })

  it.each(['http://0.0.0.0:8787', 'http://[::]:8787'])(
    'takes a page of the address that was asked for its own at %s',
    async (every) => {
      expect(await ask(every, url, { Origin: 'http://10.0.0.5:8787' })).toBe('own')
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
        expect(await ask(every, url, { Origin }), Origin).toBe('foreign')
      expect(await ask(every, url, {})).toBe('unknown')
    },
  )
})
