import { FrescoError } from '../../../shared/client/fresco-error.ts'
import { connect } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import type { Change, Favorite } from './favorites.ts'

const deadlineMs = 10_000

export interface Session {
  server: string
  token: string
}

/** A server's response, or `undefined` when no complete response arrived. */
export type Answer =
  | { status: number; body: unknown; retryAfterMs?: number | undefined }
  | undefined

/** The favorites of an account at its server. None of these promises rejects. */
export interface FavoritesClient {
  send(session: Session, change: Change): Promise<Answer>
  list(session: Session): Promise<Answer>
  /** `GET /api/wallpapers/{id}`. Resolves with `undefined` when the server gave no clear answer. */
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

// Passes on the body of an error only when the API itself sent it.
const ask = async (call: Promise<unknown>): Promise<Answer> => {
  try {
    return { status: 200, body: await call }
  } catch (error) {
    if (!(error instanceof FrescoError) || error.status === undefined) return
    const { code, status, retryAfterMs, message } = error
    return { status, body: code === 'REFUSED' ? { error: message } : undefined, retryAfterMs }
  }
}

// A proxy may also answer 404. Only an error in the API's format says that the wallpaper is gone.
const isGone = (error: unknown) =>
  error instanceof FrescoError && error.code === 'REFUSED' && error.status === 404
