import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { fromJson } from '../../../shared/unknown.ts'
import type { RereadCatalogue } from '../../catalogue/catalogue-store.ts'
import { readIfPresent, writeAtomically } from './atomic-files.ts'

// A program reaches the server that runs with the same DATA_DIR by a file there, and the server answers by another one.
const filesIn = (dataDir: string, id: string) => ({
  request: join(dataDir, `refresh-request-${id}.json`),
  answer: join(dataDir, `refresh-answer-${id}.json`),
})
const namePattern = /^refresh-(request|answer)-([\w-]+)\.json$/

const answerSchema = z.object({
  before: z.number().optional(),
  wallpapers: z.number().optional(),
  isPartial: z.boolean(),
  problem: z.string().optional(),
})

const readAnswer = async (path: string) => {
  const text = await readIfPresent(path).catch(() => undefined)
  return text && answerSchema.safeParse(fromJson(text.toString())).data
}

const defaults = {
  /** How long a request waits for a server to take it. */
  patienceMs: 10_000,
  /** How long the server may read after it has taken the request. */
  readingMs: 300_000,
  pollMs: 200,
}

/** Answers the requests that `askForRefresh` leaves in a folder, until `signal` is aborted. Never throws. */
export const answerRefreshRequests = async (
  dataDir: string,
  reread: RereadCatalogue,
  signal: AbortSignal,
): Promise<void> => {
  const running = new Set<Promise<void>>()
  const answer = async (path: string) => {
    const done = JSON.stringify(await reread())
    await writeAtomically(path, done)
  }
  while (!signal.aborted) {
    for (const name of await readdir(dataDir).catch(() => [])) {
      const [, kind, id = ''] = namePattern.exec(name) ?? []
      if (kind === undefined) continue
      const path = join(dataDir, name)
      const age = await ageOf(path)
      const isOld = age > (kind === 'request' ? defaults.patienceMs : defaults.readingMs)
      if (kind === 'answer' && !isOld) continue
      // A request that cannot be removed is not answered, because it would be found again and again.
      if (!(await remove(path)) || isOld) continue
      const run = answer(filesIn(dataDir, id).answer)
        .catch(() => undefined)
        .finally(() => running.delete(run))
      running.add(run)
    }
    await sleep(1_000, undefined, { ref: false, signal }).catch(() => undefined)
  }
  await Promise.all(running)
}

const ageOf = async (path: string) => {
  const state = await stat(path).catch(() => undefined)
  return state === undefined ? 0 : Date.now() - state.mtimeMs
}

/** Returns whether this call removed the file. */
const remove = (path: string) =>
  rm(path).then(
    () => true,
    () => false,
  )

/**
 * Asks the server that runs with this DATA_DIR to read its catalogue again, and returns its answer. Returns `undefined`
 * if no server takes the request within `patienceMs`.
 */
export const askForRefresh = async (
  dataDir: string,
  { patienceMs, readingMs, pollMs } = defaults,
) => {
  const { request, answer } = filesIn(dataDir, randomUUID())
  await writeAtomically(request, '')
  const began = performance.now()
  let isWaiting = true
  for (;;) {
    const answered = await readAnswer(answer)
    if (answered) {
      await remove(answer)
      return answered
    }
    const waited = performance.now() - began
    // A request that is gone was taken by the server.
    if (isWaiting && waited > patienceMs) {
      if (await remove(request)) return undefined
      isWaiting = false
    }
    if (waited > patienceMs + readingMs) return { isPartial: false, problem: noAnswer }
    await sleep(pollMs)
  }
}

const noAnswer =
  'The server took the request, but has not answered for 5 minutes. Its log may say why.'
