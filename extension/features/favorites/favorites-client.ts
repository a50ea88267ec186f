import { FrescoError } from '../../../shared/client/fresco-error.ts'
import { favoritesPatienceMs as deadlineMs } from '../../../shared/favorites-api.ts'
import { connect, getExactly, isNotFound } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import { type Click, type Favorite, toBare } from './favorites.ts'

export interface Session {
  server: string
  token: string
}

/** A server's response, or `undefined` when no complete response arrived. */
export type Answer =
  | { status: number; body: unknown; retryAfterMs?: number | undefined }
  | undefined

/** Requests to a server about favorites. None of the promises rejects. */
export const createFavoritesClient = (fetch?: Fetch) => ({
  send: ({ server, token }: Session, { wanted, favorite }: Click): Promise<Answer> => {
    const change = { wallpaperId: favorite.id, action: wanted ? 'add' : 'remove' } as const
    return ask(connect(server, { token, fetch, deadlineMs }).changeFavorite(change))
  },
  list: ({ server, token }: Session): Promise<Answer> =>
    ask(connect(server, { token, fetch, deadlineMs }).getFavorites()),
  /** Resolves with `undefined` when the server gave no clear answer about the wallpaper. */
  describe: async (server: string, id: string): Promise<Favorite | undefined> => {
    try {
      const { title, color, preview_url } = await getExactly(
        connect(server, { fetch, deadlineMs }),
        id,
      )
      return { id, title, color, preview_url }
    } catch (error) {
      return isNotFound(error) ? { ...toBare(id), isGone: true } : undefined
    }
  },
})

export type FavoritesClient = ReturnType<typeof createFavoritesClient>

// The body of an error counts only if the API sent it. A proxy's error must not look like a refusal by the API.
const ask = async (call: Promise<unknown>): Promise<Answer> => {
  try {
    return { status: 200, body: await call }
  } catch (error) {
    if (!(error instanceof FrescoError) || error.status === undefined) return
    const { code, status, retryAfterMs, message } = error
    return { status, body: code === 'REFUSED' ? { error: message } : undefined, retryAfterMs }
  }
}
