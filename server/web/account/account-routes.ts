import type { Hono } from 'hono'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { FavoritesStore } from '../../favorites/favorites-store.ts'
import type { LocalAuthDeps } from '../../http/accounts/auth-routes.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import { type Message, messagePage } from '../error-pages.ts'
import { pageRoute } from '../page-route.ts'
import { addLocalAccountRoutes } from './local-account-routes.ts'

export interface AccountRoutesDeps {
  snapshot: CurrentSnapshot
  /** Without a trailing slash. */
  publicUrl: string
  /** `undefined`: a server without people. */
  accounts?:
    | {
        identity: IdentityProvider
        favorites: FavoritesStore
        /** `undefined`: people sign in elsewhere. */
        local: LocalAuthDeps | undefined
      }
    | undefined
}

/** The page at `/account`: everything that people do with their account in a browser. */
export const addAccountRoutes = (app: Hono, { accounts, ...deps }: AccountRoutesDeps) => {
  if (accounts?.local) {
    const { local, identity, favorites } = accounts
    return addLocalAccountRoutes(app, { ...deps, ...local, identity, favorites })
  }
  const message = accounts === undefined ? noAccounts : accountsElsewhere
  return pageRoute(app, '/account', (c) => c.html(messagePage(message)))
}

const noAccounts: Message = {
  title: 'No accounts here',
  text: 'This server has wallpapers, but keeps no accounts. The hearts you give stay in your browser.',
}

const accountsElsewhere: Message = {
  title: 'Your account is in the extension',
  text: 'Accounts of this server live at Clerk. Open the settings of the Fresco extension and sign in there: your hearts, your page to share and everything else about your account are in that place.',
}
