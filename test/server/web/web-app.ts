import type { Hono } from 'hono'
import type { SignUpMode } from '../../../server/accounts/store/invites.ts'
import {
  createPublicFavorites,
  type FindPublicFavorites,
} from '../../../server/favorites/public-favorites.ts'
import { type AccountsApp, createAccountsApp } from '../../accounts-app.ts'
import { makeIndexRow } from '../../builders.ts'
import { createTestApp, publicUrl, type TestApp } from '../../test-app.ts'

export const password = 'correct horse'
const own = { Origin: publicUrl, Accept: 'text/html' }

interface Options {
  rows?: readonly unknown[]
  /** The number of password attempts per username, as for `createAccountsApp`. */
  maxAttempts?: number
  signUpMode?: SignUpMode
  deps?: TestApp
}

export const createWebApp = async ({
  rows = defaultRows,
  maxAttempts = 1000,
  signUpMode = 'open',
  deps,
}: Options = {}) => {
  const made = await createAccountsApp({
    url: deps?.publicUrl ?? publicUrl,
    maxAttempts,
    signUpMode,
  })
  const { identity, favorites, accounts, administration, invites, pairings, keys, local, close } =
    made
  const app = await createTestApp({
    rows,
    instance: { name: 'Fresco', version: '1.2.3', identity: 'local' },
    accounts: {
      identity,
      favorites,
      publicFavorites: createPublicFavorites({ identity, favorites }),
      local,
    },
    ...deps,
  })
  const open = (path: string, headers?: Record<string, string>) => openPage(app, path, headers)
  const send = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    look(
      app.request(`${publicUrl}${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { ...own, ...headers },
      }),
    )
  return {
    ...{ app, identity, favorites, accounts, administration, invites, pairings, keys },
    ...{ open, send, close },
  }
}

/** The accounts of a server whose sign-in is at Clerk. */
export const accountsElsewhere = (
  { identity, favorites }: Pick<WebApp, 'identity' | 'favorites'>,
  publicFavorites: FindPublicFavorites = async () => undefined,
) => ({ identity, favorites, publicFavorites, local: undefined })

export type WebApp = Awaited<ReturnType<typeof createWebApp>>

const defaultRows = ['lake-view', 'pine-wood', 'red-dune'].map((name) =>
  makeIndexRow({ file_name: name }),
)

/** Opens a page as a browser does. */
export const openPage = (app: Hono, path: string, headers: Record<string, string> = {}) =>
  look(app.request(`${publicUrl}${path}`, { headers: { Accept: 'text/html', ...headers } }))

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
