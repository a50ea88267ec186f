import { favoritesPatienceMs as deadlineMs } from '../../../shared/favorites-api.ts'
import { connect, getExactly, isNotFound } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import { problemOf } from '../../remote/problem.ts'
import { type Click, type Favorite, toFavorite } from './favorites.ts'

export interface Session {
  server: string
  token: string
}

/** Requests to a server about favorites. `send` and `list` resolve with all favorites, and reject with a `FrescoError`. */
export const createFavoritesClient = (fetch?: Fetch) => ({
  send: async ({ server, token }: Session, { wanted, favorite }: Click): Promise<string[]> => {
    const change = { wallpaperId: favorite.id, action: wanted ? 'add' : 'remove' } as const
    return (await connect(server, { token, fetch, deadlineMs }).changeFavorite(change)).favorites
  },
  list: async ({ server, token }: Session): Promise<string[]> =>
    (await connect(server, { token, fetch, deadlineMs }).getFavorites()).favorites,
  /** Resolves with `undefined` when the server gave no clear answer about the wallpaper. */
  describe: async (server: string, id: string): Promise<Favorite | 'gone' | undefined> => {
    try {
      const client = connect(server, { fetch, deadlineMs })
      // The server may return the id in another Unicode form. The heart has the id that was asked for.
      return { ...toFavorite({ ...(await getExactly(client, id)), catalogue: server }, server), id }
    } catch (error) {
      if (isNotFound(error)) return 'gone'
      // Logs a bug.
      problemOf(error)
      return undefined
    }
  },
})

export type FavoritesClient = ReturnType<typeof createFavoritesClient>
