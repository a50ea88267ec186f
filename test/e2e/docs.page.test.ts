import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { overflowOf, password, type Site, startSite, violationsOf } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const settings = [
  { name: 'a phone in the dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'a desktop by day', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  {
    name: 'a narrow phone without script',
    viewport: { width: 320, height: 640 },
    colorScheme: 'light',
    javaScriptEnabled: false,
  },
] as const

describe('the documentation of the API', () => {
  it.each(settings)('fits on $name and is accessible', async ({ name: _, ...options }) => {
    const page = await site.open('/docs', options)
    expect(await page.locator('.route').count()).toBeGreaterThan(20)
    await page.locator('#getWallpapers .answers summary').click()
    expect(await overflowOf(page)).toBe(0)
    // Without script the page is the same, and axe-core could not run.
    if (!('javaScriptEnabled' in options)) expect(await violationsOf(page)).toEqual([])
    await page.context().close()
  })

  it('makes the call that the form describes, and shows it in every language', async () => {
    const page = await site.open('/docs', { permissions: ['clipboard-read', 'clipboard-write'] })
    const call = page.locator('#getWallpapers')
    await call.getByLabel('type').selectOption('mobile')
    await call.getByLabel('count').fill('3')
    await call.getByRole('button', { name: 'Try it' }).click()
    await call.locator('.result pre').waitFor()
    expect(await call.locator('.result').innerText()).toMatch(/^200[\s\S]*high-tower\.jpg/)
    await page.locator('label[for=language-python]').click()
    await call.getByRole('button', { name: 'Copy' }).click()
    await call.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(`Request("${site.url}/api/wallpapers?type=mobile&count=3")`)
    await page.context().close()
  })

  it('goes on as who has signed in on it', async () => {
    await site.signUp('reader_of_docs', 'Reader')
    const page = await site.open('/docs')
    const signIn = page.locator('#signIn')
    await signIn.locator('textarea').fill(`{"username":"reader_of_docs","password":"${password}"}`)
    await signIn.getByRole('button', { name: 'Try it' }).click()
    await signIn.locator('.result pre').waitFor()
    const own = page.locator('#changeFavorite')
    await own.locator('textarea').fill('{"wallpaperId":"blue-hour","action":"add"}')
    await own.getByRole('button', { name: 'Try it' }).click()
    await own.locator('.result pre').waitFor()
    expect(await own.locator('.result').innerText()).toContain('"blue-hour"')
    expect(await own.locator('.sample-curl').innerText()).toContain('"action":"add"')
    await page.context().close()
  })

  it('is a form that answers by itself without script', async () => {
    const page = await site.open('/docs', { javaScriptEnabled: false })
    const call = page.locator('#searchWallpapers')
    await call.locator('[name=q]').fill('blue')
    await call.getByRole('button', { name: 'Try it' }).click()
    await page.waitForURL(/\/api\/wallpapers\/search\?/)
    expect(await page.locator('body').innerText()).toContain('"results"')
    await page.context().close()
  })
})
