import { findFreePort } from '../../../tools/servers/sockets.ts'
import { startOidcProvider } from '../../../tools/servers/start-oidc-provider.ts'
import { startServer } from '../../../tools/servers/start-server.ts'

const clientSecret = 'the secret of the client'

/** Starts a server and the provider at which its people sign in. */
export const startOidcSite = async (env: Record<string, string> = {}) => {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const provider = await startOidcProvider(`${url}/account/oidc/callback`, clientSecret)
  const server = await startServer({
    env: {
      PORT: String(port),
      PUBLIC_URL: url,
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: 'fresco',
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Example ID',
      ...env,
    },
  })
  return {
    url,
    log: server.log,
    visit: () => createVisitor(url),
    stop: async () => {
      await server.stop()
      await provider.stop()
    },
  }
}

export type OidcSite = Awaited<ReturnType<typeof startOidcSite>>

/** The text of an element with a role, as people read it. */
export const noteOf = (html: string, role: 'alert' | 'status'): string =>
  new RegExp(`role="${role}">([^<]*)<`).exec(html)?.[1] ?? ''

type Form = Record<string, string>

interface Shown {
  url: string
  status: number
  html: string
}

/**
 * A browser without scripts: it keeps cookies, follows redirects and `Refresh`, and fills in the forms of the
 * account page and of the provider.
 */
const createVisitor = (site: string) => {
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
  const post = async (url: string, form: Form, until?: string): Promise<Shown> => {
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
  const goThere = (form: Form = signIn) => post(`${site}/account/oidc`, form, callback)
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
    post: (path: string, form: Form) => post(`${site}${path}`, form),
    goThere,
    /** The address at the provider to which this site sends the browser. */
    findWayThere: async (form: Form) => (await post(`${site}/account/oidc`, form, 'http')).url,
    signInThere,
    /** Goes to the provider, signs in there as `login`, and comes back. */
    signIn: async (login: string, form?: Form) =>
      open(await signInThere(await goThere(form), login)),
    cookies: cookiesOf(site),
  }
}
