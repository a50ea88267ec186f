import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * A Hono router that caches the handlers of paths without parameters. Such a path comes before paths with parameters
 * that match it too, whichever was added first. Hono's fastest router cannot be used because it does not support the
 * routes `/a/:id` and `/a/b` side by side.
 */
export const createQuickRouter = <T>(): Router<T> => {
  const router = new TrieRouter<T>()
  const fixedPaths = new Set<string>()
  const known = new Map<string, Result<T>>()
  const withParameters = new Set<T>()
  const fixedFirst = (result: Result<T>) => {
    result[0].sort(([a], [b]) => Number(withParameters.has(a)) - Number(withParameters.has(b)))
    return result
  }
  return {
    name: 'QuickRouter',
    add: (method, path, handler) => {
      known.clear()
      if (!/[:*{?]/.test(path)) fixedPaths.add(path)
      if (path.includes(':')) withParameters.add(handler)
      router.add(method, path, handler)
    },
    match: (method, path) => {
      if (!fixedPaths.has(path)) return router.match(method, path)
      const key = `${method} ${path}`
      const result = known.get(key) ?? fixedFirst(router.match(method, path))
      known.set(key, result)
      return result
    },
  }
}
