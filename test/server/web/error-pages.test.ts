import { describe, expect, it } from 'vitest'
import { createTestApp, failingSource, publicUrl } from '../../test-app.ts'

const asPerson = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const typeOf = (response: Response) => response.headers.get('Content-Type')?.split(';')[0]

const app = await createTestApp()
const failing = await createTestApp({ source: failingSource(new Error('secret')) })

describe('a path that does not exist', () => {
  const open = (path: string, headers: Record<string, string>) =>
    app.request(`${publicUrl}${path}`, { headers })

  it('is a page for people', async () => {
    const response = await open('/nowhere/<script>', asPerson)
    expect(response.status).toBe(404)
    expect(typeOf(response)).toBe('text/html')
    expect(response.headers.get('Vary')).toBe('Accept')
    const html = await response.text()
    expect(html).toContain('There is nothing here')
    expect(html).not.toContain('<script>')
  })

  it.each(['/nowhere', '/api/nowhere', '/wallpaper/nowhere', '/share/nobody'])(
    'is not stored by caches at %s, because the path may exist a moment later',
    async (path) => {
      for (const headers of [asPerson, { Accept: 'application/json' }]) {
        const response = await open(path, headers)
        expect(response.status).toBe(404)
        expect(response.headers.get('Cache-Control')).toBe('no-store')
      }
    },
  )

  it('is JSON for programs', async () => {
    for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/json' }] as const)
      expect(await (await open('/nowhere', headers)).json()).toHaveProperty('error')
  })

  it.each(['/api/nowhere', '/main/x.png', '/cache/x.webp', '/images/x'])(
    'is JSON at %s, even for people',
    async (path) => {
      const response = await open(path, asPerson)
      expect({ status: response.status, type: typeOf(response) }).toEqual({
        status: 404,
        type: 'application/json',
      })
    },
  )
})

describe('a failure', () => {
  it.each(['/', '/wallpaper/lake-view'])('is a page for people at %s', async (path) => {
    const response = await failing.request(path, { headers: asPerson })
    expect(response.status).toBe(500)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const html = await response.text()
    expect(html).toContain('Something went wrong')
    expect(html).not.toContain('secret')
  })

  it('is JSON for programs', async () => {
    const response = await failing.request('/api/colors', { headers: asPerson })
    expect(await response.json()).toEqual({ error: 'Internal server error' })
  })
})
