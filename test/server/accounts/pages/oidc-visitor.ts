interface Shown {
  url: string
  status: number
  html: string
}

/**
 * A browser without scripts: it keeps cookies, follows redirects and `Refresh`, and fills in the forms of the
 * account page and of the provider.
 */
export const createVisitor = (site: string) => {
  const jar = new Map<string, Map<string, string>>()
  const cookiesOf = (url: string) => {
    const { host } = new URL(url)
    const cookies = jar.get(host) ?? new Map<string, string>()
    jar.set(host, cookies)
    return cookies
  }

  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookies = cookiesOf(url)
    const Cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { Accept: 'text/html', ...init.headers, Cookie }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /** Opens an address. Stops before an address that begins with `until`. */
  const open = async (url: string, until?: string): Promise<Shown> =>
    show(url, await ask(url), until)
  const post = async (
    url: string,
    form: Record<string, string>,
    until?: string,
  ): Promise<Shown> => {
    const body = new URLSearchParams(form)
    const headers = { Origin: new URL(url).origin }
    return show(url, await ask(url, { method: 'POST', body, headers }), until)
  }
  const show = async (url: string, response: Response, until?: string): Promise<Shown> => {
    const next =
      response.headers.get('Location') ??
      /^0; url=(.*)/.exec(response.headers.get('Refresh') ?? '')?.[1]
    if (next == null) return { url, status: response.status, html: await response.text() }
    await response.arrayBuffer()
    const target = new URL(next, url).href
    return until && target.startsWith(until)
      ? { url: target, status: response.status, html: '' }
      : open(target, until)
  }

  const callback = `${site}/account/oidc/callback`
  const signIn = { purpose: 'sign-in' }
  const goThere = (form: Record<string, string> = signIn) =>
    post(`${site}/account/oidc`, form, callback)
  /** Fills in the provider's forms, and stops before the address of this site to which the provider sends back. */
  const signInThere = async (shown: Shown, login: string): Promise<string> => {
    if (shown.url.startsWith(callback)) return shown.url
    if (shown.status >= 400) throw new Error(`The provider answered ${shown.status}: ${shown.html}`)
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(shown.html) ?? []
    const hidden = [...shown.html.matchAll(/name="(\w+)" value="([^"]*)"/g)]
    const form = Object.fromEntries(hidden.map(([, name, value]) => [name, value]))
    const url = new URL(action, shown.url).href
    return signInThere(await post(url, { ...form, login, password: 'any' }, callback), login)
  }

  return {
    open: (path: string) => open(`${site}${path}`),
    openUrl: (url: string) => open(url),
    post: (path: string, form: Record<string, string>) => post(`${site}${path}`, form),
    goThere,
    /** The address at the provider to which this site sends the browser. */
    findWayThere: async (form: Record<string, string>) =>
      (await post(`${site}/account/oidc`, form, 'http')).url,
    signInThere,
    /** Goes to the provider, signs in there as `login`, and comes back. */
    signIn: async (login: string, form?: Record<string, string>) =>
      open(await signInThere(await goThere(form), login)),
    cookies: cookiesOf(site),
  }
}
