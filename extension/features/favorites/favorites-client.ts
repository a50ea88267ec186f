import { apiErrorSchema } from '../../../shared/api-error.ts'
import { wallpaperSchema } from '../../../shared/wallpaper.ts'
import { type Fetch, get, readJson, readRetryAfter } from '../../platform/http.ts'
import { sendJson } from '../../platform/send-json.ts'
import type { Change, Favorite } from './favorites.ts'
import type { Answer } from './sync-decision.ts'

const DEADLINE_MS = 10_000

/** Where a request goes, and as whom. */
export type Session = { server: string; token: string }

/** The favorites of an account at its server. Nothing here rejects. */
export type FavoritesClient = {
  /** `PATCH /api/favorites`: sending it twice changes nothing. */
  send(session: Session, change: Change): Promise<Answer>
  /** `GET /api/favorites` */
  list(session: Session): Promise<Answer>
  /** `GET /api/wallpapers/{id}`; `undefined` when the server did not say. */
  describe(server: string, id: string): Promise<Favorite | undefined>
}

export const createFavoritesClient = (fetch?: Fetch): FavoritesClient => ({
  send: ({ server, token }, { action, favorite }) =>
    ask(
      sendJson(`${server}/api/favorites`, {
        method: 'PATCH',
        body: { wallpaperId: favorite.id, action },
        token,
        deadlineMs: DEADLINE_MS,
        fetch,
      }),
    ),
  list: ({ server, token }) =>
    ask(
      sendJson(`${server}/api/favorites`, { method: 'GET', token, deadlineMs: DEADLINE_MS, fetch }),
    ),
  describe: async (server, id) => {
    const url = `${server}/api/wallpapers/${encodeURIComponent(id)}`
    return toFavorite(id, await ask(get(url, { deadlineMs: DEADLINE_MS, ...(fetch && { fetch }) })))
  },
})

const ask = async (request: Promise<Response>): Promise<Answer> => {
  try {
    const response = await request
    const retryAfterMs = readRetryAfter(response)
    return { status: response.status, body: await readJson(response), retryAfterMs }
  } catch {
    return
  }
}

const toFavorite = (id: string, answer: Answer): Favorite | undefined => {
  if (answer?.status === 404 && apiErrorSchema.safeParse(answer.body).success) {
    return { id, title: '', color: null, preview_url: '', isGone: true }
  }
  const { data } = wallpaperSchema.safeParse(answer?.body)
  return data && { id, title: data.title, color: data.color, preview_url: data.preview_url }
}
