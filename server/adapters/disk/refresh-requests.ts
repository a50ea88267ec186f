import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { RereadCatalogue } from '../../catalogue/catalogue-store.ts'
import { readIfPresent, writeAtomically } from './atomic-files.ts'

// A command leaves its request as a file in DATA_DIR. The server that uses this folder answers with another file.
const filesIn = (dataDir: string) => ({
  request: join(dataDir, 'refresh-request'),
  answer: join(dataDir, 'refresh-answer.json'),
})

const answerSchema = z.object({
  before: z.number().optional(),
  wallpapers: z.number().optional(),
  isPartial: z.boolean(),
  problem: z.string().optional(),
})

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
  const { request, answer } = filesIn(dataDir)
  while (!signal.aborted) {
    const asked = await stat(request).catch(() => undefined)
    // A request that cannot be removed is not answered, because it would be found again and again.
    const isTaken = asked !== undefined && (await remove(request))
    // Nobody waits for the answer to an old one, which a killed program left.
    if (isTaken && Date.now() - asked.mtimeMs < defaults.patienceMs)
      void reread()
        .then((done) => writeAtomically(answer, JSON.stringify(done)))
        .catch(() => undefined)
    await sleep(1_000, undefined, { ref: false, signal }).catch(() => undefined)
  }
}

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
  const { request, answer } = filesIn(dataDir)
  await remove(answer)
  await writeAtomically(request, '')
  const began = performance.now()
  const waited = () => performance.now() - began
  for (;;) {
    const text = await readIfPresent(answer).catch(() => undefined)
    if (text) return answerSchema.parse(JSON.parse(text.toString()))
    // A request that is gone was taken by the server.
    if (waited() > patienceMs && (await remove(request))) return undefined
    if (waited() > patienceMs + readingMs) return { isPartial: false, problem: noAnswer }
    await sleep(pollMs)
  }
}

const noAnswer =
  'The server took the request, but has not answered for 5 minutes. Its log may say why.'
