import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { fromJson } from '../../../shared/unknown.ts'
import type { RereadCatalogue } from '../../catalogue/catalogue-store.ts'
import { readIfPresent, writeAtomically } from './atomic-files.ts'

// A program reaches the server that runs with the same DATA_DIR by a file there, and the server answers by another one.
const filesIn = (dataDir: string) => ({
  request: join(dataDir, 'refresh-request.json'),
  answer: join(dataDir, 'refresh-answer.json'),
})

const answerSchema = z.object({
  id: z.string(),
  before: z.number().optional(),
  wallpapers: z.number().optional(),
  isPartial: z.boolean(),
  problem: z.string().optional(),
})

const requestSchema = answerSchema.pick({ id: true })

const readJson = async <T>(path: string, schema: z.ZodType<T>) => {
  const text = await readIfPresent(path).catch(() => undefined)
  return text && schema.safeParse(fromJson(text.toString())).data
}

/** Answers the requests that `askForRefresh` leaves in a folder, until `signal` is aborted. Never throws. */
export const answerRefreshRequests = async (
  dataDir: string,
  reread: RereadCatalogue,
  signal: AbortSignal,
): Promise<void> => {
  const { request, answer } = filesIn(dataDir)
  while (!signal.aborted) {
    const asked = await readJson(request, requestSchema)
    if (asked) {
      await rm(request, { force: true }).catch(() => undefined)
      const done = JSON.stringify({ ...asked, ...(await reread()) })
      await writeAtomically(answer, done).catch(() => undefined)
    }
    await sleep(1_000, undefined, { ref: false, signal }).catch(() => undefined)
  }
}

const pollMs = 200

/**
 * Asks the server that runs with this DATA_DIR to read its catalogue again, and returns its answer. Returns `undefined`
 * if no server takes the request within `patienceMs`.
 */
export const askForRefresh = async (dataDir: string, patienceMs = 10_000) => {
  const { request, answer } = filesIn(dataDir)
  const id = randomUUID()
  await writeAtomically(request, JSON.stringify({ id }))
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const answered = await readJson(answer, answerSchema)
    if (answered?.id === id) {
      await rm(answer, { force: true })
      return answered
    }
    const isWaiting = (await readJson(request, requestSchema))?.id === id
    if (isWaiting && Date.now() > giveUpAt) {
      await rm(request, { force: true })
      return undefined
    }
    await sleep(pollMs)
  }
}
