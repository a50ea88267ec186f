import type { Hono } from 'hono'

/** The page at `/`. */
export const addHomePage = (app: Hono, _deps: object) => {
  app.get('/', (c) => c.html('<!doctype html><title>Fresco</title><h1>Fresco</h1>'))
}
