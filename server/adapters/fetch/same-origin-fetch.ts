/** As often as a repository may have been renamed, and more. */
const mostRedirects = 5

/** The method and the body stay as they were; for a `GET` they do with every redirect. */
const keepsMethod = new Set([307, 308])
const redirects = new Set([301, 302, 303, ...keepsMethod])

/** The server that was asked sends to another one, or round in circles. */
export class RedirectError extends Error {
  override name = 'RedirectError'
}

/**
 * A `fetch` that follows redirects of the server that it asks, and to no other: what answers for it, or
 * pretends to, must not choose which addresses are reached from here (docs/decisions/0056).
 * @param send takes addresses; a `Request` is refused
 * @throws RedirectError
 */
export const createSameOriginFetch =
  (send: typeof fetch = fetch): typeof fetch =>
  async (input, init) => {
    if (input instanceof Request) throw new TypeError('A Request may be read once: give an address')
    let url = new URL(input)
    for (let followed = 0; followed <= mostRedirects; followed++) {
      const response = await send(url.href, { ...init, redirect: 'manual' })
      const next = toNext(response, url, init?.method)
      if (next === undefined) return response
      await response.body?.cancel()
      url = next
    }
    throw new RedirectError(`more than ${mostRedirects} redirects`)
  }

const toNext = ({ status, headers }: Response, from: URL, method = 'GET'): URL | undefined => {
  const location = headers.get('location')
  if (!redirects.has(status) || location === null) return undefined
  if (method !== 'GET' && !keepsMethod.has(status))
    throw new RedirectError(`a redirect (${status}) that a ${method} cannot follow`)
  const to = URL.parse(location, from.href)
  if (to?.origin !== from.origin) throw new RedirectError('a redirect to another server')
  return to
}
