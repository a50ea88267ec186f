import sharp from 'sharp'
import { vi } from 'vitest'
import type { Settings } from '../../../extension/features/settings/settings.ts'
import { upcomingTarget } from '../../../extension/features/supply/goals.ts'
import type { Deck } from '../../../extension/features/wallpaper/deck.ts'
import { parseDeck } from '../../../extension/features/wallpaper/parse-deck.ts'
import type { TestBrowser, TestTab } from './test-browser.ts'

export interface Seen {
  title: string
  description: string
  isBuiltIn: boolean
  notice: string
}

export const keepSettings = async (tab: TestTab, settings: Partial<Settings>): Promise<void> => {
  await tab.evaluate((part: object) => {
    const key = 'settings'
    const keep = async () => {
      const stored = (await chrome.storage.local.get(key)) as { settings?: object }
      await chrome.storage.local.set({ [key]: { ...stored.settings, ...part } })
    }
    return keep()
  }, settings)
}

/** The build of the tests names a server. A person who has chosen nothing has no catalogue. */
export const chooseNothing = async (browser: TestBrowser): Promise<void> => {
  const options = await browser.openOptions()
  await keepSettings(options, { sources: [] })
  await options.close()
}

export const readSettings = (tab: TestTab): Promise<Settings | undefined> =>
  tab.evaluate(async () => {
    const stored = (await chrome.storage.local.get('settings')) as { settings?: Settings }
    return stored.settings
  })

/** Waits until the new tab has painted its picture and controls. Returns the visible content. */
export const look = async (tab: TestTab): Promise<Seen> => {
  await tab.waitFor(isPainted)
  if (await tab.evaluate(isLate))
    await tab.waitFor(`document.querySelector('#wallpaper').src.startsWith('blob:')`)
  return tab.evaluate(() => {
    const image = document.querySelector<HTMLImageElement>('#wallpaper')
    return {
      title: document.querySelector('.title')?.textContent ?? '',
      description: image?.alt ?? '',
      isBuiltIn: !/^(blob|data):/.test(image?.src ?? ''),
      notice: document.querySelector('.notice')?.textContent?.trim() ?? '',
    }
  })
}

// A tab whose database was late replaces a built-in picture when its own arrives.
const isLate = async () => (await window.fresco?.late)?.current.kind === 'catalogue'

const isPainted = () => {
  const image = document.querySelector<HTMLImageElement>('#wallpaper')
  return Boolean(image?.complete && image.naturalWidth > 0 && document.querySelector('.title'))
}

export const readDeck = async (tab: TestTab): Promise<Deck> => {
  const stored = await tab.evaluate(readStoredDeck)
  return parseDeck(stored)
}

const readStoredDeck = (): Promise<unknown> =>
  new Promise((resolve) => {
    const isWebPage = location.protocol.startsWith('http')
    const scope = isWebPage ? new URL('..', document.baseURI).pathname : ''
    const opening = indexedDB.open(`fresco${scope}`)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('deck').objectStore('deck').get('deck')
      reading.onsuccess = () => resolve(reading.result)
      opening.result.close()
    }
  })

export const waitForSupply = (tab: TestTab, count = upcomingTarget): Promise<void> =>
  waitForDeck(tab, ({ upcoming }) => upcoming.length >= count)

export const waitForDeck = async (
  tab: TestTab,
  isWanted: (deck: Deck) => boolean,
): Promise<void> => {
  const isSo = async () => isWanted(await readDeck(tab))
  await vi.waitUntil(isSo, { timeout: 60_000 })
}

export const supply = async (
  browser: TestBrowser,
  server: string,
  settings: Partial<Settings> = {},
): Promise<void> => {
  const tab = await browser.openNewTab()
  await keepSettings(tab, { sources: [server], ...settings })
  await waitForDeck(
    tab,
    ({ upcoming, filters }) => upcoming.length >= 6 && filters.includes(server),
  )
  await tab.close()
}

const gridSize = { width: 24, height: 14 }

/** Returns 1 for identical and 0 for unrelated pictures. */
export const compareWithPicture = async (tab: TestTab): Promise<number> => {
  await tab.evaluate(hideClock)
  const shot = await tab.screenshot()
  const picture = Buffer.from(await tab.evaluate(readPicture), 'base64')
  return compare(shot, picture, await tab.evaluate(readPosition))
}

/** `position` says in percent which part of a larger picture fills the screen. */
export const compare = async (
  shot: Buffer,
  picture: Buffer,
  [x = 50, y = 50]: readonly number[] = [],
): Promise<number> => {
  const { width, height } = await sharp(shot).metadata()
  const larger = sharp(picture).resize(width, height, { fit: 'outside' }).png()
  const { data, info } = await larger.toBuffer({ resolveWithObject: true })
  const left = Math.round(((info.width - width) * x) / 100)
  const top = Math.round(((info.height - height) * y) / 100)
  const covered = await sharp(data).extract({ left, top, width, height }).toBuffer()
  return correlate(await toGrid(shot), await toGrid(covered))
}

/** Runs inside the tested page. */
const readPosition = (): number[] => {
  const image = document.querySelector('#wallpaper')
  return image ? getComputedStyle(image).objectPosition.split(' ').map(Number.parseFloat) : []
}

const hideClock = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.clock { visibility: hidden }')
  document.adoptedStyleSheets.push(sheet)
}

/** Returns base64. Runs inside the tested page. */
export const readPicture = async (): Promise<string> => {
  const image = document.querySelector<HTMLImageElement>('#wallpaper')
  const bytes = await (await fetch(image?.src ?? '')).bytes()
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Returns gray values of the upper part. Controls cover the lower one. */
const toGrid = async (image: Buffer): Promise<number[]> => {
  const { width, height } = await sharp(image).metadata()
  const upper = { left: 0, top: 0, width, height: Math.floor(height * 0.85) }
  const grid = sharp(image).extract(upper).greyscale()
  return [...(await grid.resize(gridSize.width, gridSize.height, { fit: 'fill' }).raw().toBuffer())]
}

const correlate = (a: number[], b: number[]): number => {
  const [da, db] = [a, b].map((values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return values.map((value) => value - mean)
  }) as [number[], number[]]
  const dot = (x: number[], y: number[]) =>
    x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0)
  return dot(da, db) / Math.sqrt(dot(da, da) * dot(db, db))
}

/** Runs inside the tested page. */
export const paste = (text: string) => {
  const event = new Event('paste', { bubbles: true })
  document.body.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }))
}

export const enter = (tab: TestTab, selector: string, value: string) =>
  tab.evaluate(
    (wanted: string, text: string) => {
      const field = document.querySelector<HTMLInputElement>(wanted)
      if (!field) throw new Error(`There is no ${wanted}`)
      field.value = text
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))
    },
    selector,
    value,
  )

/** Returns bytes by key. Runs inside a page of the extension. */
export const weighPictures = (): Promise<Record<string, number>> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('fresco')
    opening.onsuccess = () => {
      const images = opening.result.transaction('images').objectStore('images')
      const keys = images.getAllKeys()
      images.getAll().onsuccess = ({ target }) => {
        const blobs = (target as IDBRequest<Blob[]>).result
        const sizes = blobs.map((blob, at) => [String(keys.result[at]), blob.size])
        resolve(Object.fromEntries(sizes))
      }
      opening.result.close()
    }
  })
