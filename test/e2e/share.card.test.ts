import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureIds, type Site, startSite } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

describe('a link to a share page', () => {
  it('is shown with a picture of the favorites, in the size that sites expect', async () => {
    const person = await site.signUp('ada', 'Ada')
    const pictures = new Set<string>()
    for (const id of pictureIds) {
      await person.heart(id)
      const page = await site.open('/share/ada')
      const url = await page.locator('meta[property="og:image"]').getAttribute('content')
      const picture = await fetch(url ?? '')
      const { format, width, height } = await sharp(await picture.arrayBuffer()).metadata()
      expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
      expect(picture.headers.get('Content-Type')).toBe('image/jpeg')
      pictures.add(url ?? '')
      await page.context().close()
    }
    expect(pictures.size).toBe(pictureIds.length)
  })

  it('loads nothing from another host, and needs nothing that a strict content security policy forbids', async () => {
    const page = await site.open('/')
    const hosts = new Set<string>()
    const complaints: string[] = []
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    page.on('console', (message) => complaints.push(message.text()))
    const policy = "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'"
    await page.route('**/*', async (route) => {
      const response = await route.fetch()
      const headers = { ...response.headers(), 'content-security-policy': policy }
      await route.fulfill({ response, headers })
    })
    for (const path of ['/share/ada', '/account', '/wallpaper/blue-hour', '/']) {
      await page.goto(`${site.url}${path}`, { waitUntil: 'networkidle' })
    }
    expect(complaints).toEqual([])
    expect([...hosts]).toEqual([site.url])
    await page.context().close()
  })

  it('has a text for every picture, and every picture arrives', async () => {
    const page = await site.open('/share/ada')
    await page.waitForLoadState('networkidle')
    const pictures = await page
      .locator('.wall img')
      .evaluateAll((all) =>
        (all as HTMLImageElement[]).map((image) => ({ alt: image.alt, width: image.naturalWidth })),
      )
    expect(pictures).toHaveLength(pictureIds.length)
    for (const { alt, width } of pictures) {
      expect(alt).not.toBe('')
      expect(width).toBeGreaterThan(0)
    }
    await page.context().close()
  })
})
