import fc from 'fast-check'
import type { oas32 } from 'zod-openapi'
import { faultsOf } from './judge.ts'
import { anyRequest, type FuzzRequest, type World } from './requests.ts'
import { createSender, type Session } from './send.ts'

export interface FuzzOptions extends World {
  origin: string
  paths: oas32.PathsObject
  requests: number
  seed: number
  /** Called repeatedly, because random requests sign out and delete accounts. */
  signUp: () => Promise<Session>
}

export interface Asked {
  name: string
  method: string
  path: string
  status: number
  milliseconds: number
}

export interface FuzzReport {
  asked: readonly Asked[]
  /** The smallest failing request and the rule that it broke. */
  failure: string | undefined
}

const requestsPerPerson = 50

/** Sends random requests until one fails or the configured number of requests is reached. */
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
    fc.asyncProperty(anyRequest(options.paths, options), ask),
    { numRuns: options.requests, seed: options.seed },
  )
  close()
  return { asked, failure: failed ? String(errorInstance) : undefined }
}

const toText = ({ method, path, headers, session, body }: FuzzRequest) =>
  JSON.stringify({ method, path, headers, session, body }, null, 2)
