import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, publicUrl } from '../../test-app.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

let dir: string
beforeAll(async () => {
  dir = await makeTempDir('tab')
  await mkdir(join(dir, 'built/assets'), { recursive: true })
  await writeFile(join(dir, 'secret.txt'), 'secret')
  await writeFile(join(dir, 'built/index.html'), '<!doctype html><title>Fresco</title>')
  await writeFile(join(dir, 'built/service-worker.js'), 'const version = 1')
  await writeFile(join(dir, 'built/manifest.webmanifest'), '{}')
  await writeFile(join(dir, 'built/assets/index-1a2b.js'), 'start()')
  await writeFile(join(dir, 'built/icon.png'), Uint8Array.of(0x89, 0x50, 0xff))
})
afterAll(() => removeDir(dir))

const open = async (path: string, deps: { tabDir?: string; publicUrl?: string } = {}) => {
  const app = await createTestApp({ tabDir: join(dir, 'built'), ...deps })
  return app.request(`${publicUrl}${path}`, { headers: { Accept: 'text/html' } })
}

describe('addTabRoutes', () => {
  it('serves the built page, which may load pictures of any host and scripts of its own', async () => {
    const page = await open('/tab/?every=30')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<title>Fresco</title>')
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('Cache-Control')).toBe('no-cache')
    const policy = page.headers.get('Content-Security-Policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("img-src 'self' blob:;")
    expect(policy).toContain("connect-src 'self' blob: https: http:;")
    expect(policy).toContain("worker-src 'self';")
    expect(policy, 'only this site may show it in a frame').toContain("frame-ancestors 'self'")
    expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  it.each([
    ['service-worker.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['manifest.webmanifest', 'application/manifest+json', 'public, max-age=3600'],
    [
      'assets/index-1a2b.js',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
    ['icon.png', 'image/png', 'public, max-age=3600'],
  ])('serves %s with its type and lifetime', async (name, type, lifetime) => {
    const file = await open(`/tab/${name}`)
    expect(file.headers.get('Content-Type')).toBe(type)
    expect(file.headers.get('Cache-Control')).toBe(lifetime)
  })

  it('starts an installed page with the words of its address', async () => {
    const manifest = await (await open('/tab/manifest.webmanifest?from=@ada&every=30')).json()
    expect(manifest).toMatchObject({ start_url: './?from=@ada&every=30', name: 'Fresco' })
  })

  it('lets the service worker answer the address without the last slash, too', async () => {
    const { headers } = await open('/tab/service-worker.js')
    expect(headers.get('Service-Worker-Allowed')).toBe('/tab')
  })

  it('sends the bytes of a picture as they are', async () => {
    const bytes = new Uint8Array(await (await open('/tab/icon.png')).arrayBuffer())
    expect([...bytes]).toEqual([0x89, 0x50, 0xff])
  })

  it.each([
    '/tab/nowhere.js',
    '/tab/..%2fsecret.txt',
    '/tab/assets%2f..%2f..%2fsecret.txt',
    '/tab/%2e%2e/secret.txt',
    '/tab/.env',
  ])('answers 404 to %s', async (path) => {
    const answer = await open(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('secret')
  })

  it('sends /tab to /tab/ with its query, below the path of the public address', async () => {
    const answer = await open('/tab?every=30', { publicUrl: 'http://wallpapers.test/pictures' })
    expect(answer.status).toBe(301)
    expect(answer.headers.get('Location')).toBe('/pictures/tab/?every=30')
  })

  it('says how to build the page if it is not built, and links to it only if it is', async () => {
    const missing = await open('/tab/', { tabDir: join(dir, 'nowhere') })
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('npm run build')
    for (const path of ['/', '/connect']) {
      expect(await (await open(path)).text()).toContain('href="/tab/?every=30"')
      const without = await open(path, { tabDir: join(dir, 'nowhere') })
      expect(await without.text()).not.toContain('/tab/')
    }
  })
})
