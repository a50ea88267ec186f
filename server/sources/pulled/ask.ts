import { createQueue } from '../../../shared/async.ts'
import { readRetryAfterSeconds } from '../../../shared/retry-after.ts'
import {
  AnswerTooLargeError,
  createBoundedFetch,
  createPublicFetch,
  createSameOriginFetch,
  PrivateAddressError,
  RedirectError,
} from '../../adapters/fetch/guarded-fetch.ts'
import { isLost } from '../../adapters/fetch/web-pictures.ts'
import { DomainError } from '../../domain-error.ts'
import type { Ask, Lister } from './lister.ts'

/** Runs one function at a time for each host. */
export const createHostTurns = () => {
  const queues = new Map<string, ReturnType<typeof createQueue>>()
  return <T>(host: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(host) ?? createQueue()
    queues.set(host, queue)
    return queue(work)
  }
}

// Nextcloud answers ever more slowly after wrong logins, to everybody at the same address.
const wrongLoginSeconds = 3_600

const limits = { timeoutMs: 120_000, stallMs: 30_000, maxBytes: 64_000_000 }

export const createAsk = (
  { name, setting, origin, headers = {} }: Omit<Lister, 'list'>,
  { inTurn, userAgent, publicFetch = createPublicFetch() }: AskOptions,
): Ask => {
  const own = createBoundedFetch({ ...limits, fetch: createSameOriginFetch() })
  const foreign = createBoundedFetch({ ...limits, fetch: publicFetch })
  const away = (text: string, retryAfterSeconds?: number) =>
    new DomainError('CATALOGUE_UNAVAILABLE', `${name} ${text}`, { retryAfterSeconds })
  const lost = (text: string) => new DomainError('NOT_FOUND', `${name} ${text}`)
  const toError = (error: unknown, isOwn: boolean) => {
    if (error instanceof AnswerTooLargeError) return lost('sent more than 64 MB')
    if (error instanceof PrivateAddressError) return lost('leads to an address that is not public')
    if (error instanceof RedirectError) {
      const { protocol, hostname, origin: secure = '' } = error.to ?? {}
      const isSecured = protocol === 'https:' && hostname === new URL(origin).hostname
      if (isOwn && isSecured && secure !== origin)
        return away(`redirects to ${secure}: write this address instead of ${origin}`)
      return away(`answered with ${error.message}: correct ${setting}`)
    }
    return away(`could not be reached (${codeOf(error)})`)
  }
  return async (address, init = {}) => {
    const url = URL.parse(address)
    if (url === null || !/^https?:$/.test(url.protocol)) throw lost('has no web address there')
    const isOwn = url.origin === origin
    const sent = { 'User-Agent': userAgent, ...(isOwn && headers), ...init.headers }
    const send = isOwn ? own : foreign
    const answer = await inTurn(url.host, () => send(url.href, { ...init, headers: sent })).catch(
      (error) => {
        init.signal?.throwIfAborted()
        throw toError(error, isOwn)
      },
    )
    const { ok, status } = answer
    if (ok || status === 304) return answer
    // One picture on another host that refuses access says nothing about the source.
    if (isOwn && status === 401)
      throw away(`refuses the login (401): check ${setting}`, wrongLoginSeconds)
    if (isOwn && status === 403) throw away(`refuses access (403${await findPermission(answer)})`)
    if (isLost(status)) throw lost(`has nothing at this address (${status}): check ${setting}`)
    throw away(`answered with ${status}`, readRetryAfterSeconds(answer))
  }
}

interface AskOptions {
  inTurn: ReturnType<typeof createHostTurns>
  userAgent: string
  publicFetch?: typeof fetch
}

const codeOf = (error: unknown) => {
  const { name, code, cause } = error as NodeJS.ErrnoException
  const { code: inner = code } = (cause ?? {}) as NodeJS.ErrnoException
  return inner ?? (name === 'TimeoutError' ? 'no answer in time' : name)
}

// Immich names the permission that a key lacks. Other parts of a stranger's answer stay out of messages.
const findPermission = async (answer: Response) => {
  const [, permission] = /required permission: ([\w.]{1,40})/.exec(await answer.text()) ?? []
  return permission === undefined ? '' : `, the key lacks the permission ${permission}`
}
