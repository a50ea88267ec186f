import { describe, expect, it } from 'vitest'
import { createTestApp, publicUrl } from '../../../test-app.ts'
import { createWebApp } from '../../web/web-app.ts'

const dayMs = 86_400_000

describe('GET /.well-known/security.txt', () => {
  const securityContact = 'mailto:security@example.com'
  const open = async (clock?: () => number) => {
    const app = await createTestApp({ securityContact, clock })
    return app.request(`${publicUrl}/.well-known/security.txt`)
  }

  it('has the fields that RFC 9116 requires, for this server', async () => {
    const response = await open(() => Date.UTC(2026, 10, 22, 23, 59))
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe(
      `Contact: mailto:security@example.com
Expires: 2026-12-22T00:00:00Z
Canonical: ${publicUrl}/.well-known/security.txt
`,
    )
  })

  it('never has expired, however long the server runs', async () => {
    for (const days of [0, 29, 30, 31, 1000]) {
      const now = Date.now() + days * dayMs
      const [, expires = ''] = /^Expires: (.+)$/m.exec(await (await open(() => now)).text()) ?? []
      expect(Date.parse(expires)).toBeGreaterThan(now + 28 * dayMs)
      expect(Date.parse(expires)).toBeLessThan(now + 366 * dayMs)
    }
  })

  it('does not exist without a contact', async () => {
    const response = await (await createTestApp()).request('/.well-known/security.txt')
    expect(response.status).toBe(404)
  })
})

describe('GET /.well-known/change-password', () => {
  it('leads to the account page', async () => {
    const { open, close } = await createWebApp()
    const { status, location } = await open('/.well-known/change-password')
    expect({ status, location }).toEqual({ status: 302, location: '/account' })
    expect((await open(location ?? '')).status).toBe(200)
    // Password managers first make sure that the server does not answer 200 to every well-known address.
    const unknown =
      '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
    expect((await open(unknown)).status).toBe(404)
    await close()
  })

  it('does not exist on a server without accounts', async () => {
    const response = await (await createTestApp()).request('/.well-known/change-password')
    expect(response.status).toBe(404)
  })
})
