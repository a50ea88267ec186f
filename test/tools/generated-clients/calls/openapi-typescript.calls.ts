import createClient from 'openapi-fetch'
import type { paths } from './client.ts'

export const callAll = async (baseUrl: string) => {
  const client = createClient<paths>({ baseUrl })
  const exclude = 'alpine-dawn,rose-tide'

  const list = await client.GET('/api/wallpapers', { params: { query: { exclude, limit: 100 } } })
  const found = await client.GET('/api/wallpapers/search', { params: { query: { q: 'lake' } } })
  const some = await client.GET('/api/wallpapers/search', { params: { query: { count: 2 } } })
  const one = await client.GET('/api/wallpapers/{id}', { params: { path: { id: 'alpine-dawn' } } })
  const day = await client.GET('/api/wallpapers/today', { params: { query: { tz: 'Asia/Tokyo' } } })
  const bytes = await client.GET('/random', {
    params: { query: { w: 64, exclude } },
    parseAs: 'arrayBuffer',
  })
  const feed = await client.GET('/feed.json', { params: { query: { category: 'nature,city' } } })
  const rss = await client.GET('/feed.rss', { parseAs: 'text' })
  const { data: account } = await client.POST('/api/auth/sign-up/username', {
    body: { username: 'ada_types', password: 'correct horse' },
  })
  const changed = await client.PATCH('/api/favorites', {
    headers: { Authorization: `Bearer ${account?.token}` },
    body: { wallpaperId: 'alpine-dawn', action: 'add' },
  })

  return {
    left: list.data?.wallpapers.length,
    found: found.data?.results[0]?.name,
    counted: some.data?.wallpapers?.length,
    title: one.data?.title,
    today: day.data?.wallpaper?.title,
    hasBytes: (bytes.data as ArrayBuffer | undefined)?.byteLength !== 0,
    feed: feed.data?.items?.length,
    isRss: (rss.data as string | undefined)?.includes('<rss'),
    username: account?.user.username,
    favorites: changed.data?.favorites,
  }
}
