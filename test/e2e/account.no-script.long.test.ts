import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password, type Site, startSite } from './support/site.ts'

let site: Site
let page: Page
const textOf = (selector: string) => page.locator(selector).innerText()

/**
 * Adds a favorite with an HTTP request, as the extension does. A page without scripts has no button
 * for it.
 */
const heart = async (wallpaperId: string) => {
  const response = await page.context().request.patch(`${site.url}/api/favorites`, {
    headers: { Origin: site.url },
    data: { wallpaperId, action: 'add' },
  })
  expect(response.status()).toBe(200)
}

describe('an account without any script', () => {
  beforeAll(async () => {
    site = await startSite()
    page = await site.open('/account', { javaScriptEnabled: false })
  })
  afterAll(() => site?.stop())

  it('is created with a form', async () => {
    await page.locator('#sign-up-username').fill('Ada')
    await page.locator('#sign-up-name').fill('Ada Lovelace')
    await page.locator('#sign-up-password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    expect(await textOf('h1')).toBe('Ada Lovelace')
    expect(await textOf('.person p')).toBe('@ada · 0 favorites')
    expect(await page.getByRole('button', { name: 'Copy link' }).isVisible()).toBe(false)
  })

  it('shows its favorites, and so does the share page', async () => {
    for (const id of ['blue-hour', 'high-tower', 'left-long-ago']) await heart(id)
    await page.reload()
    expect(await page.locator('.wall > li').count()).toBe(2)
    expect(await textOf('.person p')).toBe('@ada · 3 favorites')
    await page.locator('.share-link a').click()
    expect(new URL(page.url()).pathname).toBe('/share/ada')
    expect(await page.locator('.wall > li').count()).toBe(2)
    expect(await textOf('.person p')).toBe(
      '@ada · 2 of 3 wallpapers; 1 is no longer in the catalogue',
    )
    await page.locator('.wall a').first().click()
    expect(await textOf('h1')).toBe('High tower')
  })

  it('removes a favorite', async () => {
    await page.goto(`${site.url}/account`)
    await page.getByRole('button', { name: 'Remove High tower' }).click()
    expect(await textOf('.notice')).toBe('Removed from your favorites.')
    expect(await page.locator('.wall > li').count()).toBe(1)
    await page.locator('.gone summary').click()
    await page.getByRole('button', { name: 'Remove left-long-ago' }).click()
    expect(await textOf('.person p')).toBe('@ada · 1 favorite')
  })

  it('signs out and in again', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect(await textOf('.notice')).toContain('You are signed out.')
    await page.locator('#sign-in-username').fill('ada')
    await page.locator('#sign-in-password').fill('something else')
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await textOf('.error')).toBe('Wrong username or password.')
    expect(await page.locator('#sign-in-username').inputValue()).toBe('ada')
    await page.locator('#sign-in-password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect(await textOf('h1')).toBe('Ada Lovelace')
  })

  it('is deleted with the password, together with its share page', async () => {
    await page.locator('#delete summary').click()
    await page.locator('#delete-password').fill(password)
    await page.getByRole('button', { name: 'Delete everything' }).click()
    expect(await textOf('.notice')).toContain('Your account has been deleted')
    const answer = await page.goto(`${site.url}/share/ada`)
    expect(answer?.status()).toBe(404)
    expect(await textOf('h1')).toBe('Nobody shares wallpapers here')
  })
})
