import { createApiClient } from './client.ts'

export const callAll = async (baseUrl: string) => {
  const client = createApiClient(baseUrl)
  const exclude = 'alpine-dawn,rose-tide'

  const list = await client.getWallpapers({ queries: { exclude, limit: 100 } })
  const found = await client.searchWallpapers({ queries: { q: 'lake' } })
  const some = await client.searchWallpapers({ queries: { count: 2 } })
  const one = await client.getWallpaper({ params: { id: 'alpine-dawn' } })
  const day = await client.getToday({ queries: { tz: 'Asia/Tokyo' } })
  const bytes: unknown = await client.getRandomPicture({ queries: { w: 64, exclude } })
  const feed: unknown = await client.getCatalogueFeed({ queries: { category: 'nature,city' } })
  const rss: unknown = await client.getCatalogueRss()
  const account = await client.signUp({ username: 'ada_zod', password: 'correct horse' })
  const changed = await client.changeFavorite(
    { wallpaperId: 'alpine-dawn', action: 'add' },
    { headers: { Authorization: `Bearer ${account.token}` } },
  )

  return {
    left: list.wallpapers.length,
    found: found.results[0]?.name,
    counted: some.wallpapers?.length,
    title: one.title,
    today: day.wallpaper.title,
    hasBytes: String(bytes).length > 0,
    feed: (feed as { items: unknown[] }).items.length,
    isRss: String(rss).includes('<rss'),
    username: account.user.username,
    favorites: changed.favorites,
  }
}
