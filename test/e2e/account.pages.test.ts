import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLongRun } from '../long-run.ts'
import {
  overflowOf,
  password,
  pictureIds,
  type Site,
  signIn,
  startSite,
  violationsOf,
} from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const always = [
  { name: 'a small phone in the dark', viewport: { width: 320, height: 640 }, colorScheme: 'dark' },
  { name: 'a desktop by day', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const
const phone = { name: 'a phone by day', viewport: { width: 390, height: 844 } }
const settings = [...always, ...(isLongRun ? [{ ...phone, colorScheme: 'light' } as const] : [])]

describe('every page', () => {
  it.each(settings)('is accessible and fits on $name', async ({ name: _, ...options }) => {
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
      '/nowhere',
    ]) {
      await page.goto(`${site.url}${path}`)
      found[path] = await inspect(page)
    }
    expect(Object.values(found).flat()).toEqual([])
    await page.context().close()
  })

  it('shows a wrong form so that it is heard', async () => {
    const page = await site.open('/account')
    await page.locator('#sign-up-username').fill('a b')
    await page.locator('#sign-up-password').fill(password)
    await page.getByRole('button', { name: 'Make an account' }).click()
    const field = page.locator('#sign-up-username')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await page.context().close()
  })

  it('copies the link to share, where there is a script', async () => {
    await (await site.signUp('copier', 'Copier')).heart('blue-hour')
    const page = await site.open('/account', { permissions: ['clipboard-read', 'clipboard-write'] })
    await signIn(page, 'copier')
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`${site.url}/share/copier`)
    await page.context().close()
  })
})

const inspect = async (page: Page): Promise<string[]> => {
  const overflow = await overflowOf(page)
  const where = new URL(page.url()).pathname
  const problems = overflow > 0 ? [`${overflow} pixels too wide`] : []
  return [...problems, ...(await violationsOf(page))].map((problem) => `${where}: ${problem}`)
}
