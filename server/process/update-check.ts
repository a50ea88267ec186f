import { z } from 'zod'
import { singleFlight } from '../../shared/async.ts'
import { dayMs } from '../../shared/days.ts'
import type { FetchRelease, FindUpdateNews, Log } from '../ports.ts'

interface UpdateCheckOptions {
  current: string
  fetchRelease: FetchRelease
  /** Outlives restarts, so that a server that restarts often does not ask more often. */
  store: { restore(): Promise<unknown>; keep(value: unknown): Promise<void> }
  pause: (ms: number) => Promise<unknown>
  clock: () => number
  log: Log
}

const storedSchema = z.object({
  askedAt: z.number(),
  failed: z.boolean(),
  etag: z.string().optional(),
  release: z.object({ version: z.string(), url: z.string() }).optional(),
})
type Stored = z.infer<typeof storedSchema>
const patienceMs = 2_000

/** Asks for the newest release when somebody wants to know it, and at most once a day, whatever the answer was. */
export const createUpdateCheck = ({
  current,
  fetchRelease,
  store,
  pause,
  clock,
  log,
}: UpdateCheckOptions): FindUpdateNews => {
  let known: Stored | undefined

  const ask = singleFlight(async () => {
    const asked = await fetchRelease(known?.etag).catch((err: unknown) => {
      log.warn({ err }, 'The newest version of Fresco could not be found out')
      return undefined
    })
    known = {
      askedAt: clock(),
      failed: asked === undefined,
      etag: asked?.etag ?? known?.etag,
      release: asked?.release ?? known?.release,
    }
    await store.keep(known).catch(() => undefined)
  })

  return async () => {
    known ??= storedSchema.safeParse(await store.restore().catch(() => undefined)).data
    if (known === undefined || Math.abs(clock() - known.askedAt) >= dayMs)
      await Promise.race([ask(), pause(patienceMs)])
    if (known === undefined) return undefined
    const { release: newest, askedAt, failed } = known
    const isNewer = newest !== undefined && compareVersions(newest.version, current) > 0
    return { newest, isNewer, askedAt, failed }
  }
}

/** Compares numbers such as `1.10.0`. What follows them, such as `-beta.1`, does not count. */
export const compareVersions = (one: string, other: string): number =>
  toNumbers(one).localeCompare(toNumbers(other), 'en', { numeric: true })

const toNumbers = (version: string) => version.replace(/[^\d.].*/, '')
