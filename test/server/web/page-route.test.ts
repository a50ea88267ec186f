import { describe, expect, it } from 'vitest'
import { createTestApp, publicUrl } from '../../test-app.ts'

const app = await createTestApp()

describe('a page', () => {
  it.each([
    ['/docs/', '/docs'],
    ['/privacy/', '/privacy'],
    ['/account/?next=1', '/account?next=1'],
    ['/wallpaper/row%201/', '/wallpaper/row%201'],
    ['/wallpaper/folder%2Frow%2F', '/wallpaper/folder%2Frow'],
    ['/share/ada.1/?page=2', '/share/ada.1?page=2'],
  ])('redirects from the same path with a trailing slash: %s', async (written, location) => {
    const answer = await app.request(`${publicUrl}${written}`)
    expect(answer.status).toBe(301)
    expect(answer.headers.get('Location')).toBe(location)
  })

  it('that does not exist is a 404 with a trailing slash too', async () => {
    for (const path of ['/nothing/', '//nothing.example/', '/wallpaper//', '/share/', '/share//'])
      expect((await app.request(`${publicUrl}${path}`)).status, path).toBe(404)
  })

  it('accepts only GET and HEAD, with or without a trailing slash', async () => {
    for (const path of ['/docs', '/docs/']) {
      const answer = await app.request(`${publicUrl}${path}`, { method: 'POST' })
      expect(answer.status, path).toBe(405)
      expect(answer.headers.get('Allow')).toBe('GET, HEAD')
    }
  })
})
