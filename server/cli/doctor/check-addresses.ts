import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { instanceSchema } from '../../../shared/service-api.ts'
import type { Config } from '../../config/config.ts'
import { createClientAddress } from '../../http/requests/client-address.ts'
import type { NodeRequest } from '../../http/server/request-id.ts'
import { judgeDate } from './check-clock.ts'
import { collect, type Finding, ok, problem, toReason, warning } from './findings.ts'

const timeoutMs = 5_000

export const checkAddresses = async (config: Config): Promise<Finding[]> => {
  const { host, port } = config.listen
  const own = await checkPort('PORT', host, port)
  const metrics = await checkMetricsPort(config)
  return [own.finding, ...metrics, ...(await checkPublicUrl(config, own.state))]
}

const checkMetricsPort = async ({
  listen: { host, port },
  metricsPort,
}: Config): Promise<Finding[]> => {
  if (metricsPort === undefined) return []
  if (metricsPort === port && port !== 0)
    return [
      problem('METRICS_PORT', `is the same as PORT, ${port}`, 'set METRICS_PORT to another number'),
    ]
  return [(await checkPort('METRICS_PORT', host, metricsPort)).finding]
}

type PortState = 'free' | 'fresco' | 'unusable'

const checkPort = async (
  about: 'PORT' | 'METRICS_PORT',
  host: string,
  port: number,
): Promise<{ state: PortState; finding: Finding }> => {
  if (port === 0) return { state: 'unusable', finding: ok(about, 'is 0, so any free port is used') }
  const server = createServer()
  const code = await tryToListen(server, host, port)
  if (code === undefined) await closeServer(server)
  const address = toAddress(host, port)
  if (code === undefined) return { state: 'free', finding: ok(about, `${address} is free`) }
  if (code !== 'EADDRINUSE')
    return { state: 'unusable', finding: describeRefusedPort(about, host, port, code) }
  const running = await findFresco(about, address)
  if (running !== undefined)
    return { state: 'fresco', finding: ok(about, `${running} runs at ${address}`) }
  const text = `another program uses ${address}`
  return {
    state: 'unusable',
    finding: problem(about, text, `stop it, or set ${about} to another number`),
  }
}

/** Returns the code of the error if the server cannot listen. */
const tryToListen = (server: Server, host: string, port: number) =>
  new Promise<string | undefined>((resolve) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'))
    server.listen(port, host, () => resolve(undefined))
  })

const closeServer = (server: Server) => new Promise((resolve) => server.close(resolve))

const describeRefusedPort = (about: string, host: string, port: number, code: string) => {
  if (code === 'EACCES')
    return problem(
      about,
      `this user may not listen on port ${port} (EACCES). Ports below 1024 are for root`,
      `set ${about} to 1024 or more, and put a proxy in front`,
    )
  return problem(
    'HOST',
    `${host} is not an address of this machine (${code})`,
    'set HOST to 127.0.0.1 behind a proxy on this machine, or to 0.0.0.0 for every address',
  )
}

const toAddress = (host: string, port: number) => {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

const findFresco = async (about: 'PORT' | 'METRICS_PORT', address: string) => {
  if (about === 'PORT') {
    const { instance } = await askInstance(address)
    return instance && `Fresco ${instance.version}`
  }
  const answer = await ask(`${address}/metrics`).catch(() => undefined)
  return (await answer?.text())?.includes('fresco_') ? 'Fresco' : undefined
}

const ask = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { redirect: 'manual', headers, signal: AbortSignal.timeout(timeoutMs) })

const askInstance = async (address: string) => {
  try {
    const answer = await ask(`${address}/api/instance`)
    const text = await answer.text()
    const process = answer.headers.get('X-Request-Id')?.slice(0, processIdLength)
    return { answer, process, instance: parseInstance(text) }
  } catch (error) {
    return { error }
  }
}

/** A server gives all its requests ids that begin with the same letters. */
const processIdLength = 8

const parseInstance = (text: string) => {
  try {
    const { data } = instanceSchema.safeParse(JSON.parse(text))
    return data?.name === 'Fresco' ? data : undefined
  } catch {
    return undefined
  }
}

const about = 'PUBLIC_URL'

const checkPublicUrl = async (config: Config, state: PortState): Promise<Finding[]> => {
  const { publicUrl, listen } = config
  if (publicUrl === undefined) return checkNoPublicUrl(listen.host)
  return collect(
    checkEncryption(publicUrl),
    state === 'free' ? checkProxyByListening(config, publicUrl) : [],
    state === 'fresco' ? checkRunning(config, publicUrl) : [],
  )
}

const checkNoPublicUrl = (host: string): Finding[] =>
  host === '0.0.0.0' || host === '::'
    ? [
        warning(
          about,
          'is not set, but the server listens on all addresses. Links and pictures begin with an address that other devices cannot open',
          'set PUBLIC_URL to the address that people use, such as http://192.168.1.20:8787',
        ),
      ]
    : []

const isLocal = ({ hostname }: URL) => /^(localhost|127\..*|\[::1\])$/.test(hostname)

const checkEncryption = (publicUrl: string): Finding[] => {
  const url = new URL(publicUrl)
  if (url.protocol === 'https:' || isLocal(url)) return []
  return [
    warning(
      about,
      `${publicUrl} is not encrypted, so anybody on the way can read passwords`,
      'put a proxy with https in front (docs/operating.md)',
    ),
  ]
}

/** Asks the server that runs already through its public address. */
const checkRunning = async (config: Config, publicUrl: string): Promise<Finding[]> => {
  const direct = await askInstance(toAddress(config.listen.host, config.listen.port))
  const { answer, error, instance, process } = await askInstance(publicUrl)
  const failure = describeFailure(publicUrl, answer, error)
  if (failure) return [failure]
  if (instance === undefined)
    return [
      problem(
        about,
        `${publicUrl} leads to another program`,
        'compare the path in PUBLIC_URL with that in your proxy (docs/operating.md has recipes)',
      ),
    ]
  const reached =
    process === direct.process
      ? ok(about, `${publicUrl} leads to this server`)
      : ok(about, `${publicUrl} leads to a Fresco ${instance.version}, which is another process`)
  const needsProxy = publicUrl.startsWith('https:') && config.trustedProxies.length === 0
  return needsProxy ? [reached, untrusted] : [reached, moreWhenStopped]
}

const untrusted = problem(
  'proxy',
  'it is https, so there must be a proxy in front, but TRUSTED_PROXIES is not set. Fresco takes all visitors for one client, so a few wrong passwords lock everybody out',
  'set TRUSTED_PROXIES to the address from which the proxy asks, such as 127.0.0.1',
)

const moreWhenStopped = ok(
  'proxy',
  'not checked while the server runs. Stop it and run this again to see what the proxy sends',
)

const describeFailure = (
  url: string,
  answer: Response | undefined,
  error: unknown,
): Finding | undefined => {
  if (answer === undefined)
    return problem(
      about,
      `${url} could not be reached from this machine (${toReason(error)})`,
      'check the name, the proxy and the firewall. If other devices can open the address, your router does not support NAT loopback, and nothing is wrong',
    )
  const location = answer.headers.get('Location')
  if (answer.status >= 300 && answer.status < 400 && location)
    return problem(
      about,
      `${url} redirects to ${URL.parse(location, url)?.origin ?? location}`,
      'set PUBLIC_URL to the address that it redirects to',
    )
  if (answer.status >= 502 && answer.status <= 504)
    return problem(
      about,
      `the proxy answers ${answer.status}, so it does not reach this server`,
      'compare the address in your proxy with HOST and PORT',
    )
  return undefined
}

interface SeenRequest {
  path: string
  from: string
  forwarded: string
  isVia: boolean
}

// Reads the address now, because a closed connection has none.
const toSeen = ({ url = '', socket, headers }: IncomingMessage): SeenRequest => ({
  path: url,
  from: socket.remoteAddress?.replace(/^::ffff:/, '') ?? 'unknown',
  forwarded: [headers['x-forwarded-for'] ?? []].flat().join(', '),
  isVia: headers.via !== undefined,
})

const patienceMs = 8_000
const claimedAddress = '203.0.113.77'
const statusOfProxy = new Set([502, 503, 504])

/**
 * Takes the place of the server for a moment, and asks itself through the public address, to see the request as the
 * proxy passes it on. A route of the server that shows this would show it to everybody.
 */
const checkProxyByListening = async (
  { listen, trustedProxies }: Config,
  publicUrl: string,
): Promise<Finding[]> => {
  const nonce = randomUUID()
  let seen: SeenRequest | undefined
  const server = createServer((request, response) => {
    if (request.url?.includes(nonce)) seen = toSeen(request)
    // So an answer with a date has that of the proxy.
    response.sendDate = false
    // A proxy that checks the health of its servers must find this one healthy.
    response.end(nonce)
  })
  if ((await tryToListen(server, listen.host, listen.port)) !== undefined)
    return [takenMeanwhile(listen)]
  try {
    const sent = `/${nonce}%2Fx//y`
    const { answer, error } = await askUntil(() => seen !== undefined, publicUrl + sent)
    if (seen === undefined)
      return [
        describeFailure(publicUrl, answer, error) ??
          problem(
            about,
            `${publicUrl} leads to another program or machine`,
            'compare the address in your proxy with HOST and PORT, and check where the name leads',
          ),
      ]
    const prefix = new URL(publicUrl).pathname.replace(/\/$/, '')
    const reached = ok(about, `${publicUrl} leads to this machine`)
    return [
      reached,
      ...judgeProxy({ ...seen, publicUrl, trustedProxies, sent, prefix }),
      ...judgeDate('the proxy', answer?.headers.get('Date'), Date.now()),
    ]
  } finally {
    server.closeAllConnections()
    await closeServer(server)
  }
}

// `checkPort` found it free before. The system may have started the server since then.
const takenMeanwhile = ({ host, port }: Config['listen']) =>
  warning(
    'PORT',
    `another program began to use ${toAddress(host, port)} during the check`,
    'run this again',
  )

const askUntil = async (isDone: () => boolean, url: string) => {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const outcome = await ask(url, { 'X-Forwarded-For': claimedAddress }).then(
      (answer) => ({ answer, error: undefined }),
      (error: unknown) => ({ answer: undefined, error }),
    )
    const mayChange = outcome.answer && statusOfProxy.has(outcome.answer.status)
    if (isDone() || !mayChange || Date.now() > deadline) return outcome
    await sleep(500)
  }
}

interface Judged extends SeenRequest {
  publicUrl: string
  trustedProxies: readonly string[]
  sent: string
  prefix: string
}

const judgeProxy = (judged: Judged): Finding[] => {
  const { path, sent, prefix } = judged
  const found = judgeForwarding(judged)
  if (path === sent || path === prefix + sent) return found
  const changed = warning(
    'proxy',
    'rewrites paths before it passes them on (it decodes %2F or merges //), so some links open the wrong page',
    'let it pass on addresses as they came (docs/operating.md has recipes)',
  )
  return [...found, changed]
}

const judgeForwarding = (judged: Judged): Finding[] => {
  const { from, forwarded, isVia, publicUrl, trustedProxies } = judged
  const isProxied = publicUrl.startsWith('https:') || forwarded !== claimedAddress || isVia
  const trusts = createTrusts(trustedProxies)
  if (!isProxied)
    return trusts(from)
      ? [
          problem(
            'proxy',
            `${from} is in TRUSTED_PROXIES, but no proxy is there. Any client at that address can pretend to have another one`,
            'leave TRUSTED_PROXIES empty without a proxy. With one, let it replace X-Forwarded-For',
          ),
        ]
      : [ok('proxy', 'no proxy is in front of this server')]
  if (forwarded === '')
    return [
      problem(
        'proxy',
        'does not pass on the address of the client: X-Forwarded-For is missing. Fresco takes all visitors for one client',
        'let the proxy send X-Forwarded-For (docs/operating.md has recipes)',
      ),
    ]
  if (!trusts(from))
    return [
      problem(
        'proxy',
        `asks from ${from}, which is not in TRUSTED_PROXIES. All people count as one client: a few wrong passwords lock everybody out`,
        `set TRUSTED_PROXIES=${[...trustedProxies, from].join(',')}`,
      ),
    ]
  if (forwarded === claimedAddress)
    return [
      problem(
        'proxy',
        'passes on the X-Forwarded-For that a client sends, so anybody can pretend to have another address',
        'let it replace that header, or add the address of the client at its end (docs/operating.md has recipes)',
      ),
    ]
  return [ok('proxy', `asks from ${from}, which is trusted, and says who the client is`)]
}

/** Uses the server's own rules: an address is trusted if its X-Forwarded-For counts. */
const createTrusts = (trustedProxies: readonly string[]) => {
  const readAddress = createClientAddress(trustedProxies)
  return (address: string) => {
    const incoming = {
      socket: { remoteAddress: address },
      headers: { 'x-forwarded-for': claimedAddress },
    } as unknown as NodeRequest['incoming']
    return readAddress({ env: { incoming } }).exact === claimedAddress
  }
}
