import type { Hono } from 'hono'
import { addFavoritesRoutes, type FavoritesRoutesDeps } from '../favorites/favorites-routes.ts'
import { type AuthRoutesDeps, addAuthRoutes } from './auth-routes.ts'
import { addUserImageRoutes } from './user-image-routes.ts'

export type AccountsRoutesDeps = AuthRoutesDeps & FavoritesRoutesDeps

/** Everything that has to do with people: accounts, favorites, pictures. */
export const addAccountsRoutes = (app: Hono, deps: AccountsRoutesDeps) => {
  addAuthRoutes(app, deps)
  addFavoritesRoutes(app, deps)
  if (deps.local !== undefined) addUserImageRoutes(app, deps)
}
