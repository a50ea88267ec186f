import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { vi } from 'vitest'
import { enter, look, supply, waitForDeck } from './new-tab.ts'
import type { TestBrowser, TestTab } from './test-browser.ts'

export interface Person {
  username: string
  password: string
  email?: string
}

export const makePictures = async (dir: string, categories: string[], count = 9): Promise<void> => {
  for (const [place, category] of categories.entries()) {
    await mkdir(join(dir, category), { recursive: true })
    for (let number = 1; number <= count; number++) {
      const background = { r: 30 + 60 * place, g: 20 * number, b: 120 }
      const picture = sharp({ create: { width: 640, height: 360, channels: 3, background } })
      const band = {
        width: 640,
        height: 40 + 10 * number,
        channels: 3,
        background: '#fff',
      } as const
      await picture
        .composite([{ input: { create: band }, gravity: 'north' }])
        .jpeg()
        .toFile(join(dir, category, `${category}-${number}.jpg`))
    }
  }
}

export const fill = async (tab: TestTab, name: string, text: string): Promise<void> => {
  const field = `input[name="${name}"]`
  await tab.waitFor(`document.querySelector('${field}')`)
  await enter(tab, field, text)
}

export const signUp = async (tab: TestTab, person: Person): Promise<void> => {
  await tab.waitFor(`document.querySelector('.account-form .quiet')`)
  await tab.click('.account-form .quiet')
  for (const [name, text] of Object.entries(person)) await fill(tab, name, text)
  await submit(tab)
}

export const signIn = async (tab: TestTab, { username, password }: Person): Promise<void> => {
  await fill(tab, 'username', username)
  await fill(tab, 'password', password)
  await submit(tab)
}

/** Submits again if a busy machine makes the account service answer too late. */
const submit = async (tab: TestTab): Promise<void> => {
  await tab.click('.account-form .primary')
  await tab.waitFor(`${isThrough} || ${isLate}`)
  if (!(await tab.evaluate(isThrough))) await submit(tab)
}

const isThrough = `!document.querySelector('.account-form input[name=password]')`
const isLate = `/can’t reach the account service right now/.test(document.querySelector('.account-form .report')?.textContent)`

export const waitForText = async (
  tab: TestTab,
  selector: string,
  pattern: RegExp,
): Promise<void> => {
  const text = `document.querySelector('${selector}')?.textContent`
  await tab.waitFor(`${pattern}.test(${text})`).catch(async (cause) => {
    throw new Error(`${selector} says '${await tab.evaluate(text)}', not ${pattern}`, { cause })
  })
}

export const allOnAccount = /All your favorites are saved to your account/

export const namesIn = (tab: TestTab): Promise<string[]> =>
  tab.evaluate<string[], []>(() =>
    Array.from(document.querySelectorAll('.favorites .name bdi'), (name) => name.textContent ?? ''),
  )

/** Skips wallpapers that were stored before the change. */
export const useCategory = async (
  browser: TestBrowser,
  server: string,
  category: string,
): Promise<void> => {
  await supply(browser, server, { rotation: 'ask', category })
  const tab = await browser.openNewTab()
  await waitForDeck(
    tab,
    ({ upcoming }) =>
      upcoming.length > 0 && upcoming.every(({ wallpaper }) => wallpaper.category === category),
  )
  await look(tab)
  await tab.click('.next')
  await waitForDeck(
    tab,
    ({ current }) => current?.kind === 'catalogue' && current.wallpaper.category === category,
  )
  await tab.close()
}

export const heart = async (browser: TestBrowser, count: number): Promise<string[]> => {
  const tab = await browser.openNewTab()
  const titles: string[] = []
  while (titles.length < count) {
    const { title } = await look(tab)
    if (await tab.evaluate(isOff)) {
      await tab.click('.heart')
      await tab.waitFor(`!(${isOff})`)
      titles.push(title)
    }
    if (titles.length === count) break
    await tab.click('.next')
    await tab.waitFor(`document.querySelector('.title').textContent !== ${JSON.stringify(title)}`)
  }
  await tab.close()
  return titles
}

const isOff = `document.querySelector('.heart')?.getAttribute('aria-pressed') === 'false'`

const tokens = new Map<string, string>()

/**
 * Returns the ids of a person's favorites. It signs in once and not at each call, because the server ends a person's
 * oldest sessions when there are too many. The browser under test would be signed out.
 */
export const favoritesOf = async (server: string, person: Person): Promise<string[]> => {
  const key = `${person.username}@${server}`
  const token = tokens.get(key) ?? (await fetchToken(server, person))
  tokens.set(key, token)
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(`${server}/api/favorites`, { headers })
  return ((await answer.json()) as { favorites: string[] }).favorites
}

const fetchToken = async (server: string, { username, password }: Person): Promise<string> => {
  const signedIn = await fetch(`${server}/api/auth/sign-in/username`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return ((await signedIn.json()) as { token: string }).token
}

export const waitForSame = (read: () => Promise<string[]>, wanted: string[]): Promise<void> =>
  vi.waitFor(async () => {
    const [one, other] = [(await read()).toSorted(), wanted.toSorted()]
    if (JSON.stringify(one) !== JSON.stringify(other)) throw new Error(`${one} is not ${other}`)
  }, 60_000)

/** Converts `lake-3` to `Lake 3`, as the server does. */
export const toTitle = (id: string): string =>
  `${id.charAt(0).toUpperCase()}${id.slice(1).replace('-', ' ')}`
