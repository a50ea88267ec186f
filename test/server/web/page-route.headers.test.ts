import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../test-app.ts'

const app = await createTestApp({ rows: [] })

describe('setPageHeaders', () => {
  it.each(['/', '/wallpaper/nothing', '/nothing', '/account', '/docs'])(
    'sends security headers with %s',
    async (path) => {
      const { headers } = await app.request(path, { headers: { Accept: 'text/html' } })
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors/)
      expect(headers.get('content-security-policy')).not.toContain('unsafe')
      // Browsers warn about a duplicate CSP directive and ignore all but the first.
      const names = headers.get('content-security-policy')?.match(/[\w-]+-src|[\w-]+-uri/g) ?? []
      expect(new Set(names).size).toBe(names.length)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    },
  )
})
