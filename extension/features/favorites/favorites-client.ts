import { FrescoError } from '../../../shared/client/fresco-error.ts'
import { connect } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import type { Change, Favorite } from './favorites.ts'
import type { Answer } from './sync-decision.ts'

const deadlineMs = 10_000

/** Where a request goes, and as whom. */
export interface Session {
  server: string
  token: string
}

/** The favorites of an account at its server. Nothing here rejects. */
export interface FavoritesClient {
  /** `PATCH /api/favorites`: sending it twice changes nothing. */
  send(session: Session, change: Change): Promise<Answer>
  /** `GET /api/favorites` */
  list(session: Session): Promise<Answer>
  /** `GET /api/wallpapers/{id}`; `undefined` when the server did not say. */
  describe(server: string, id: string): Promise<Favorite | undefined>
}

export const createFavoritesClient = (fetch?: Fetch): FavoritesClient => ({
  send: ({ server, token }, { action, favorite }) => {
    const change = { wallpaperId: favorite.id, action }
    return ask(connect(server, { token, fetch }).changeFavorite(change, inTime()))
  },
  list: ({ server, token }) => ask(connect(server, { token, fetch }).getFavorites(inTime())),
  describe: async (server, id) => {
    try {
      const { title, color, preview_url } = await connect(server, { fetch }).getWallpaper(
        id,
        inTime(),
      )
      return { id, title, color, preview_url }
    } catch (error) {
      return isGone(error)
        ? { id, title: '', color: null, preview_url: '', isGone: true }
        : undefined
    }
  },
})

const inTime = () => ({ signal: AbortSignal.timeout(deadlineMs) })

/** What came of a call, as `decideAfter` takes it; only the API's own errors have a body. */
const ask = async (call: Promise<unknown>): Promise<Answer> => {
  try {
    return { status: 200, body: await call }
  } catch (error) {
    if (!(error instanceof FrescoError) || error.status === undefined) return
    const { code, status, retryAfterMs, message } = error
    return { status, body: code === 'REFUSED' ? { error: message } : undefined, retryAfterMs }
  }
}

/** In the words of the API: a proxy may say 404 as well. */
const isGone = (error: unknown) =>
  error instanceof FrescoError && error.code === 'REFUSED' && error.status === 404
