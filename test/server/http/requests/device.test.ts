import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { deviceOf } from '../../../../server/http/requests/device.ts'

const nameOf = async (agent: string, origin = '') => {
  const app = new Hono().get('/', (c) => c.text(deviceOf(c)))
  const headers = { ...(agent && { 'User-Agent': agent }), ...(origin && { Origin: origin }) }
  return (await app.request('/', { headers })).text()
}

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('deviceOf', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/140.0 Safari/537.36`, 'Chrome on Linux'],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`,
      'Edge on Windows',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/140.0 Mobile Safari/537.36`,
      'Chrome on Android',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15) ${webKit} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [`Mozilla/5.0 (X11; CrOS x86_64) ${webKit} Chrome/140.0 Safari/537.36`, 'Chrome on ChromeOS'],
    ['curl/8.14.1', 'curl'],
    ['Mozilla/5.0', 'Unknown device'],
    ['', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
    [`x/${'y'.repeat(10_000)}`, 'x'],
  ])('names %s', async (agent, name) => {
    expect(await nameOf(agent)).toBe(name)
  })

  it('says when the extension signed in', async () => {
    const agent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
    for (const origin of ['moz-extension://0f3a', 'chrome-extension://abcd'])
      expect(await nameOf(agent, origin)).toBe('Fresco extension, Firefox on Windows')
    expect(await nameOf(agent, 'https://example.com')).toBe('Firefox on Windows')
  })
})
