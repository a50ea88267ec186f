import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * A Hono router that caches the handlers of paths without parameters. Hono's fastest router cannot be used because
 * it does not support the routes `/a/:id` and `/a/b` side by side.
 */
export const createQuickRouter = <T>(): Router<T> => {
  const router = new TrieRouter<T>()
  const fixedPaths = new Set<string>()
  const known = new Map<string, Result<T>>()
  return {
    name: 'QuickRouter',
    add: (method, path, handler) => {
      known.clear()
      if (!/[:*{?]/.test(path)) fixedPaths.add(path)
      router.add(method, path, handler)
    },
    match: (method, path) => {
      if (!fixedPaths.has(path)) return router.match(method, path)
      const key = `${method} ${path}`
      const result = known.get(key) ?? router.match(method, path)
      known.set(key, result)
      return result
    },
  }
}
