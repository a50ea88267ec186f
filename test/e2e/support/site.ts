import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { landscape, plain } from '../../server/adapters/sample-pictures.ts'
import { findChromium } from '../../tools/browsers/find-browser.ts'
import { startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

export const password = 'correct horse'

export const startSite = async () => {
  const folder = await makeTempDir('site')
  await paintPictures(folder)
  const server = await startServer({ env: { WALLPAPERS_DIR: folder } })
  const browser = await launchSiteBrowser()
  return {
    url: server.url,
    open: (path: string, options: BrowserContextOptions = {}) =>
      openPage(browser, `${server.url}${path}`, options),
    signUp: (username: string, name: string) => signUp(server.url, username, name),
    stop: async () => {
      await browser.close()
      await server.stop()
      await removeDir(folder)
    },
  }
}

export type Site = Awaited<ReturnType<typeof startSite>>

export const pictureIds = ['blue-hour', 'green-hill', 'high-tower', 'red-square']

const paintPictures = (folder: string) => {
  const pictures = [
    landscape(1600, 900),
    landscape(1280, 800),
    landscape(900, 1600),
    plain('#AA3322', 800, 800),
  ]
  const facts = JSON.stringify({ credit: 'Ada with a Name That Is Rather Long, '.repeat(5) })
  return Promise.all(
    pictures.map(async (picture, at) => {
      const path = join(folder, `${pictureIds[at]}.jpg`)
      await picture.jpeg().toFile(path)
      await writeFile(`${path}.json`, facts)
    }),
  )
}

export const launchSiteBrowser = async (flags: readonly string[] = []): Promise<Browser> => {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('No Chromium found. Run: npx node test/tools/browsers/install-browsers.ts')
  // Chromium's sandbox does not work for root. Tests in a container usually run as root.
  const args = [...flags, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  return chromium.launch({ executablePath, args })
}

const openPage = async (browser: Browser, url: string, options: BrowserContextOptions) => {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  await page.goto(url)
  return page
}

export const signUp = async (url: string, username: string, name: string) => {
  const { token } = await call<{ token: string }>(`${url}/api/auth/sign-up/username`, 'POST', {
    username,
    password,
    name,
  })
  return {
    heart: (wallpaperId: string, action = 'add') =>
      call(`${url}/api/favorites`, 'PATCH', { wallpaperId, action }, token),
    leave: () => call(`${url}/api/auth/delete-account`, 'POST', { password }, token),
  }
}

export const signIn = async (page: Page, username: string) => {
  await page.locator('#sign-in-username').fill(username)
  await page.locator('#sign-in-password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const call = async <T>(url: string, method: string, body: object, token?: string): Promise<T> => {
  const response = await fetch(url, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`)
  return (await response.json()) as T
}

export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
