import type { FavoritesStore } from '../../favorites/favorites-store.ts'
import type { ReadClientAddress } from '../../http/requests/client-address.ts'
import type { AttemptCounter } from '../../identity/attempt-limits.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import type { AccountActions } from '../account-actions.ts'
import type { OidcCookies } from '../oidc-cookies.ts'
import type { OidcProvider } from '../oidc-provider.ts'
import type { LocalAccounts } from '../store/accounts.ts'
import type { SignUpPolicy } from '../store/invites.ts'
import type { LinkedAccounts } from '../store/linked-accounts.ts'
import type { Pairings } from '../store/pairings.ts'
import type { KeyStore } from '../store/read-keys.ts'

export interface LocalAuthDeps {
  accounts: LocalAccounts
  actions: AccountActions
  signUpPolicy: SignUpPolicy
  clientAddress: ReadClientAddress
  pairings: Pairings
  keys: KeyStore
  /** Counts the extensions that begin to pair from each network address, and the codes that people type there. */
  pairingAttempts: AttemptCounter
  /** Sign-in at an OpenID Connect provider. `undefined` if there is none. */
  oidc?: OidcDeps | undefined
}

export interface OidcDeps {
  /** The name of the provider on buttons. */
  name: string
  /** True if nobody can sign in with a password. */
  isOnly: boolean
  provider: OidcProvider
  linked: LinkedAccounts
  answers: AttemptCounter
  cookies: OidcCookies
}

export interface AccountsRoutesDeps {
  identity: IdentityProvider
  favorites: Pick<FavoritesStore, 'list'>
  publicUrl: string
  /** The server's own accounts. `undefined` if accounts are managed by Clerk. */
  local: LocalAuthDeps | undefined
}

export type LocalRoutesDeps = Omit<AccountsRoutesDeps, 'local'> & LocalAuthDeps
