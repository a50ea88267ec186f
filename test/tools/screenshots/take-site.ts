import type { BrowserContext } from 'playwright'
import { saveForReadme } from './save.ts'

/** The picture at the top of the home page is another one each day; what is below it is always many. */
const pages = [
  { name: 'site', path: '/#wallpapers', scroll: 0 },
  { name: 'wallpaper', path: '/wallpaper/desert-pavilion', scroll: 470 },
  { name: 'docs', path: '/docs#getWallpapers', scroll: 0 },
] as const

/** The pages that everybody can open. */
export const takeSite = async (context: BrowserContext, server: string): Promise<void> => {
  for (const { name, path, scroll } of pages) {
    const page = await context.newPage()
    await page.goto(server + path, { waitUntil: 'networkidle' })
    await page.mouse.wheel(0, scroll)
    await saveForReadme(page, name)
    await page.close()
  }
}
