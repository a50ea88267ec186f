import type { PageProcess } from './device-types.ts'
import { dropDeadline, serverUrl } from './globals.ts'
import type { Kernel } from './kernel.ts'
import { createStream, pick, type Random } from './random.ts'
import type { Replica, SentAnswer, SentRequest } from './server.ts'

export interface NetworkFaults {
  /** The longest way from a device to the server, and back. */
  latencyMs: number
  /** The chance that a request or its answer is lost. */
  loss: number
  /** The chance that a request to change something is delivered twice. */
  duplicates: number
  /** The chance that something else than the server answers. */
  impostors: number
  /** The chance that a proxy does not tell the server that a client has given up. */
  hides: number
  /** The chance that a proxy sends a request to the other replica when the first one has crashed. */
  repeats: number
}

interface NetworkOptions {
  seed: number
  kernel: Kernel
  faults: NetworkFaults
  replicas: () => readonly Replica[]
  onSend: (process: PageProcess, request: SentRequest) => void
  /** Hears of each answer of a replica that a process gets. */
  onAnswer: (process: PageProcess, request: SentRequest, answer: SentAnswer) => void
  reach: (name: string) => void
}

interface Route {
  random: Random
  arrivesFrom: number
}

const toPage = (status: number, retryAfter: string | null = null): SentAnswer => ({
  status,
  text: `<h1>${status}</h1>`,
  retryAfter,
})
const badGateway = toPage(502)
// What a proxy, the login page of a network or another program answers.
const impostors: SentAnswer[] = [
  ...[200, 400, 401, 403, 404].map((status) => toPage(status)),
  badGateway,
  toPage(429, '60'),
  toPage(503, '120'),
  { status: 200, text: '{}', retryAfter: null },
  { status: 400, text: '{"message":"Bad request"}', retryAfter: null },
]

/**
 * The way from the devices to the replicas. The messages of a device arrive in the order in which they were sent. One of
 * these messages says that the device gave up a request. If requests could overtake one another, no server could tell which of them is newer.
 */
export const createNetwork = ({
  seed,
  kernel,
  faults,
  replicas,
  onSend,
  onAnswer,
  reach,
}: NetworkOptions) => {
  const routes = new Map<string, Route>()
  const routeOf = (name: string): Route => {
    const known = routes.get(name)
    if (known) return known
    const route = { random: createStream(`${seed}/${name}/network`), arrivesFrom: 0 }
    routes.set(name, route)
    return route
  }

  const fetchFor = (process: PageProcess) => (url: string, init: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const { device } = process
      const route = routeOf(device.name)
      const { random } = route
      const latency = () => random() * faults.latencyMs
      const toServer = (work: () => void) => {
        route.arrivesFrom = Math.max(route.arrivesFrom, kernel.now() + latency())
        kernel.at(route.arrivesFrom, undefined, work)
      }
      const signal = { aborted: false }
      const request: SentRequest = {
        method: init.method ?? 'GET',
        url,
        headers: init.headers as Headers,
        body: String(init.body ?? ''),
        signal,
      }
      if (init.body) request.headers.set('Content-Length', String(request.body.length))

      let isOver = false
      const finish = (settle: () => void) => {
        if (isOver) return
        isOver = true
        process.onEnd.delete(leave)
        if (init.signal) dropDeadline(init.signal)
        settle()
      }
      const leave = () => {
        if (isOver) return
        isOver = true
        toServer(() => {
          signal.aborted = true
        })
      }
      const fail = () => finish(() => reject(new TypeError('Failed to fetch')))
      const toClient = (settle: () => void) =>
        kernel.after(latency(), process, () => finish(settle))

      init.signal?.addEventListener('abort', () => {
        const reason: unknown = init.signal?.reason
        if (!isOver) reject(reason)
        process.onEnd.delete(leave)
        if (faults.hides === 0 || random() >= faults.hides) return leave()
        reach('a proxy hides that a client has given up')
        isOver = true
      })
      process.onEnd.add(leave)
      if (!process.isRunning) return
      onSend(process, request)
      if (!device.isOnline || !url.startsWith(serverUrl))
        return void kernel.after(random() * 20, process, fail)
      const answer = (answered: SentAnswer) => {
        if (!device.isOnline || random() * 2 < faults.loss) return lose()
        toClient(() => {
          if (!impostors.includes(answered)) onAnswer(process, request, answered)
          resolve(toResponse(answered))
        })
      }
      // A client learns of a broken connection as fast as of an answer, or never.
      const lose = () => {
        if (random() < 0.5) kernel.after(latency(), process, fail)
      }
      if (random() < faults.impostors)
        return toServer(() => {
          const answered = pick(random, impostors)
          reach(`something else answers with ${answered.status}`)
          answer(answered)
        })
      if (random() * 2 < faults.loss) return lose()
      const isTwice = request.method === 'PATCH' && random() < faults.duplicates
      toServer(() => {
        const all = replicas()
        if (all.length === 0) return answer(badGateway)
        const replica = pick(random, all)
        const repeat = () => {
          const other = faults.repeats > 0 && random() < faults.repeats && replicas()[0]
          if (!other || isOver) return lose()
          reach('a request is sent to the other replica')
          other.handle(request, answer, lose)
        }
        replica.handle(request, answer, repeat)
        if (isTwice) {
          reach('a request is delivered twice')
          replica.handle(
            request,
            () => {},
            () => {},
          )
        }
      })
    })
  return { fetchFor: fetchFor as unknown as (process: PageProcess) => typeof fetch }
}

const toResponse = ({ status, text, retryAfter }: SentAnswer) =>
  ({
    status,
    ok: status >= 200 && status < 300,
    text: async () => text,
    headers: { get: (name: string) => (name === 'Retry-After' ? retryAfter : null) },
  }) as unknown as Response
