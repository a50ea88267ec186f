import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDefined } from '../expect-defined.ts'
import { inLongRun } from '../long-run.ts'
import { listViolations } from './support/accessibility.ts'
import { overflowOf, password, pictureIds, type Site, signIn, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const phone = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const
const desktop = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const

const inspect = async (page: Page): Promise<string[]> => {
  const overflow = await overflowOf(page)
  const where = new URL(page.url()).pathname
  const problems = overflow > 0 ? [`${overflow} pixels too wide`] : []
  return [...problems, ...(await listViolations(page))].map((problem) => `${where}: ${problem}`)
}

describe('every page', () => {
  inLongRun.each([phone, desktop])('is accessible and fits in %j', async (options) => {
    const username = `reader_${options.viewport.width}`
    const reader = await site.signUp(username, 'Ada with a Name That Is Rather Long For A Phone')
    for (const id of [...pictureIds, 'left-long-ago']) await reader.heart(id)
    const page = await site.open('/account', options)
    const found: Record<string, unknown> = { 'signed out': await inspect(page) }
    await signIn(page, username)
    await page.locator('summary').first().click()
    await page.locator('summary').last().click()
    found['signed in'] = await inspect(page)
    for (const path of [
      '/',
      '/?type=mobile&q=tower',
      `/share/${username}`,
      '/wallpaper/high-tower',
      '/connect',
      '/nowhere',
      '/?ratio=16x9&atleast=640x480',
      '/connect?category=nowhere',
    ]) {
      await page.goto(`${site.url}${path}`)
      for (const recipe of await page.locator('.recipe summary').all()) await recipe.click()
      found[path] = await inspect(page)
    }
    expect(Object.values(found).flat()).toEqual([])
    await page.context().close()
  })

  inLongRun('covers no picture with its title after a tap', async () => {
    const phone = { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true }
    const page = await site.open('/?q=tower', phone)
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
    const picture = page.locator('.wall li > a').first()
    await picture.tap()
    expect(await picture.evaluate((link) => link.matches(':hover'))).toBe(true)
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
    const caption = picture.locator('.caption')
    expect(await caption.evaluate((part) => getComputedStyle(part).opacity)).toBe('0')
    await page.context().close()
  })

  inLongRun.each([500, 1280])(
    'has a long author beside the text, %i pixels wide',
    async (width) => {
      const page = await site.open('/', { viewport: { width, height: 800 } })
      const line = page.locator('.front > .label:not(.label-day)')
      const label = expectDefined(await line.boundingBox())
      const plaque = expectDefined(await page.locator('.plaque').boundingBox())
      expect(await line.evaluate((element) => element.scrollHeight)).toBeLessThan(50)
      expect(label.x).toBeGreaterThanOrEqual(0)
      expect(label.x >= plaque.x + plaque.width || label.y + label.height <= plaque.y).toBe(true)
      await page.context().close()
    },
  )

  inLongRun('announces the errors of a form to screen readers', async () => {
    const page = await site.open('/account')
    await page.locator('#sign-up-username').fill('a b')
    await page.locator('#sign-up-password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    const field = page.locator('#sign-up-username')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await listViolations(page)).toEqual([])
    await page.context().close()
  })

  it('offers a filter for the size of the screen when scripts are allowed', async () => {
    const screen = { width: 800, height: 600 }
    const page = await site.open('/?atleast=640x480', { screen, deviceScaleFactor: 1.5 })
    await page.getByRole('link', { name: 'This screen (1200 × 900) or larger' }).click()
    await page.waitForURL(/\?atleast=1200x900$/)
    expect(await page.locator('h1').innerText()).toBe('1200 × 900 or larger')
    expect(await page.getByRole('link', { name: '1200 × 900 or larger' }).count()).toBe(1)
    expect(await page.getByRole('status').innerText()).toBe('1 wallpaper')
    await page.context().close()
  })
})

describe('the page with recipes for other programs', () => {
  it('offers the size of the screen, and copies a recipe, when scripts are allowed', async () => {
    const page = await site.open('/connect?picture=today', {
      permissions: ['clipboard-read', 'clipboard-write'],
      screen: { width: 800, height: 600 },
      deviceScaleFactor: 2,
    })
    await page.getByRole('button', { name: 'This screen (1600 × 1200)' }).click()
    await page.waitForURL(/picture=today&.*w=1600&h=1200/)
    const preview = page.locator('.preview img')
    expect(await preview.getAttribute('src')).toMatch(/\/today\?w=1280&h=960$/)
    await preview.evaluate((image) => (image as HTMLImageElement).decode())
    await page.getByText('OBS', { exact: true }).click()
    await page.getByRole('button', { name: 'Copy: OBS' }).click()
    await page.getByRole('button', { name: 'Copy: OBS' }).getByText('Copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`${site.url}/today?w=1600&h=1200`)
    await page.context().close()
  })
})

describe('the documentation of the API', () => {
  inLongRun('fits on a phone', async () => {
    const page = await site.open('/docs', { viewport: { width: 390, height: 844 } })
    expect(await page.locator('.route').count()).toBeGreaterThan(20)
    await page.locator('#getWallpapers summary').click()
    expect(await overflowOf(page)).toBe(0)
    expect(await listViolations(page)).toEqual([])
    await page.context().close()
  })

  inLongRun('shows the section that its list of routes leads to, on a phone', async () => {
    const viewport = { width: 390, height: 844 }
    const page = await site.open('/docs', { viewport, reducedMotion: 'reduce' })
    await page.getByText('All routes').click()
    await page.getByRole('link', { name: 'Limits, fair use and versions' }).click()
    const top = async () => (await page.locator('#fair-use').boundingBox())?.y ?? Infinity
    await expect.poll(top).toBeLessThan(300)
    await page.context().close()
  })

  it('copies the example of a route, and opens its response in a new tab', async () => {
    const page = await site.open('/docs', { permissions: ['clipboard-read', 'clipboard-write'] })
    const route = page.locator('#searchWallpapers')
    await route.getByRole('button', { name: 'Copy as curl' }).click()
    await route.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`curl '${site.url}/api/wallpapers/search?q=`)
    const opened = page.waitForEvent('popup')
    await route.getByRole('link', { name: 'Open the response' }).click()
    expect(await (await opened).locator('body').innerText()).toContain('"results"')
    await page.context().close()
  })
})

describe('the pages', () => {
  it('load nothing from another host and work under a strict content security policy', async () => {
    await (await site.signUp('ada', 'Ada')).heart('blue-hour')
    const page = await site.open('/')
    const hosts = new Set<string>()
    const complaints: string[] = []
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    page.on('console', (message) => complaints.push(message.text()))
    const policy =
      "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'"
    await page.route('**/*', async (route) => {
      const response = await route.fetch()
      const headers = { ...response.headers(), 'content-security-policy': policy }
      await route.fulfill({ response, headers })
    })
    for (const path of ['/share/ada', '/account', '/wallpaper/blue-hour', '/']) {
      await page.goto(`${site.url}${path}`, { waitUntil: 'load' })
    }
    expect(complaints).toEqual([])
    expect([...hosts]).toEqual([new URL(site.url).origin])
    // Pictures of the last page may still be loading.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
  })
})
