import fc from 'fast-check'
import type { OpenApiDocument } from '../../server/http/openapi-document.ts'
import { faultsOf } from './judge.ts'
import { anyRequest, type FuzzRequest, type World } from './requests.ts'
import { createSender, type Session } from './send.ts'

export interface FuzzOptions extends World {
  /** The server's address. */
  origin: string
  document: OpenApiDocument
  requests: number
  seed: number
  /**
   * Called now and then for a new session, because random requests end sessions and delete
   * accounts.
   */
  signUp: () => Promise<Session>
}

/** A request with its answer. */
export interface Asked {
  name: string
  method: string
  path: string
  status: number
  milliseconds: number
}

export interface FuzzReport {
  asked: readonly Asked[]
  /** The smallest failing request and its fault; `undefined` when no request failed. */
  failure: string | undefined
}

const requestsPerPerson = 50

/** Sends random requests until one fails or the number is reached. */
export const runFuzz = async (options: FuzzOptions): Promise<FuzzReport> => {
  const { send, close } = createSender(options.origin)
  const asked: Asked[] = []
  let session = await options.signUp()
  let isShrinking = false
  const ask = async (request: FuzzRequest) => {
    if (asked.length % requestsPerPerson === 0) session = await options.signUp()
    const start = performance.now()
    const answer = await send(request, session).catch((error: Error) => {
      throw new Error(`no answer: ${error.message}\n${toText(request)}`)
    })
    const { name, method, path } = request
    const milliseconds = performance.now() - start
    if (!isShrinking) asked.push({ name, method, path, status: answer.status, milliseconds })
    const faults = faultsOf(request, answer, options)
    isShrinking ||= faults.length > 0
    if (faults.length > 0) throw new Error(`${faults.join('; ')}\n${toText(request)}`)
  }
  const { failed, errorInstance } = await fc.check(
    fc.asyncProperty(anyRequest(options.document, options), ask),
    { numRuns: options.requests, seed: options.seed },
  )
  close()
  return { asked, failure: failed ? String(errorInstance) : undefined }
}

const toText = ({ method, path, headers, session, body }: FuzzRequest) =>
  JSON.stringify({ method, path, headers, session, body }, null, 2)
