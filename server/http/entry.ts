import type { Context, Hono } from 'hono'
import { matchedRoutes } from 'hono/route'

/** What a private server asks for before it answers: a session, a session or a read key, or nothing. */
export type Entry = 'session' | 'key' | 'nothing'

export const privateText =
  'This server is private: sign in, or send a read key as Authorization: Bearer or as key in the address'

const entries = new WeakMap<Hono, Map<string, Entry>>()

export const declareEntry = (app: Hono, path: string, entry: Entry) => {
  const declared = entries.get(app) ?? new Map<string, Entry>()
  entries.set(app, declared.set(path, entry))
}

/** Finds the entry of the route that answers. A route without one needs a key, so that a forgotten route is closed. */
export const entryOf = (app: Hono, c: Context): Entry => {
  const route = matchedRoutes(c).find(({ path }) => path !== '/*')
  return entries.get(app)?.get(route?.path ?? '') ?? 'key'
}
