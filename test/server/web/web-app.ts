import { createAttemptCounter } from '../../../server/adapters/redis/limits.ts'
import type { AppDeps } from '../../../server/app.ts'
import { createPublicFavorites } from '../../../server/favorites/public-favorites.ts'
import { createClientAddress } from '../../../server/http/requests/client-address.ts'
import { createAttemptLimits } from '../../../server/identity/attempt-limits.ts'
import type { SignUpMode } from '../../../server/identity/invites.ts'
import { type AccountsApp, createAccountsApp, silentLog } from '../../accounts-app.ts'
import { makeIndexRow } from '../../builders.ts'
import { createTestApp, publicUrl } from '../../test-app.ts'

export const password = 'correct horse'
const own = { Origin: publicUrl, Accept: 'text/html' }

interface Options {
  rows?: readonly unknown[]
  /** The number of allowed password attempts per username, and of new accounts per IP address. */
  maxAttempts?: number
  signUpMode?: SignUpMode
  deps?: Partial<AppDeps>
}

export const createWebApp = async ({
  rows = defaultRows,
  maxAttempts = 1000,
  signUpMode = 'open',
  deps,
}: Options = {}) => {
  const { identity, favorites, accounts, administration, invites, pairings, close } =
    await createAccountsApp({ url: deps?.publicUrl ?? publicUrl })
  const counter = (name: string) =>
    createAttemptCounter({ name, max: maxAttempts, windowSeconds: 600 })
  const app = await createTestApp({
    rows,
    instance: { name: 'Fresco', version: '1.2.3', identity: 'local' },
    accounts: {
      identity,
      favorites,
      publicFavorites: createPublicFavorites({ identity, favorites }),
      local: {
        accounts,
        attempts: createAttemptLimits({
          allFromAddress: counter('all'),
          perAddress: counter('address'),
          perName: counter('name'),
        }),
        signUps: counter('sign-up'),
        signUpPolicy: { mode: signUpMode, invites, clock: Date.now },
        passwordChecks: counter('password'),
        clientAddress: createClientAddress([]),
        log: silentLog,
        pairings,
        pairingStarts: counter('pairing'),
      },
    },
    ...deps,
  })
  const open = (path: string, headers: Record<string, string> = {}) =>
    look(app.request(`${publicUrl}${path}`, { headers: { Accept: 'text/html', ...headers } }))
  const send = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    look(
      app.request(`${publicUrl}${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { ...own, ...headers },
      }),
    )
  return {
    ...{ app, identity, favorites, accounts, administration, invites, pairings },
    ...{ open, send, close },
  }
}

export type WebApp = Awaited<ReturnType<typeof createWebApp>>

const defaultRows = ['lake-view', 'pine-wood', 'red-dune'].map((name) =>
  makeIndexRow({ file_name: name }),
)

const look = async (answer: Response | Promise<Response>) => {
  const response = await answer
  const setCookie = response.headers.get('Set-Cookie') ?? ''
  return {
    status: response.status,
    headers: response.headers,
    html: await response.text(),
    location: response.headers.get('Location'),
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
  }
}

let lastPerson = 0

export const makePerson = async (
  { accounts, favorites }: Pick<AccountsApp, 'accounts' | 'favorites'>,
  { name = 'Ada', ids = [] }: { name?: string; ids?: readonly string[] } = {},
) => {
  lastPerson += 1
  const username = `person_${lastPerson}`
  const { token, profile } = await accounts.signUp({ username, password, name })
  await favorites.replace(profile.userId, ids)
  return {
    username,
    userId: profile.userId,
    token,
    headers: { Cookie: `fresco_session=${encodeURIComponent(token)}` },
  }
}
