import { createQueue, singleFlight } from '../../shared/async.ts'
import { DomainError } from '../domain-error.ts'
import type { Log, Timing } from '../ports.ts'

export interface DownloadCount {
  id: string
  count: number
  /** When the wallpaper was last downloaded, in milliseconds since 1970. */
  updatedAt: number
}

/** Port: stores how often each wallpaper was downloaded. Replicas add to the same counts. */
export interface DownloadStore {
  add(counts: readonly DownloadCount[]): Promise<void>
  /** Lists the most downloaded wallpaper first. Of equal ones, the last downloaded comes first. */
  listMost(limit: number): Promise<readonly DownloadCount[]>
}

export type DownloadCounts = ReturnType<typeof createDownloadCounts>

interface DownloadCountsDeps extends Pick<Timing, 'clock' | 'timers'> {
  store: DownloadStore
  maxAgeMs?: number
  log: Log
}

const writeMs = 1_000
const retryMs = 30_000

/** How many counts one statement writes, so that other requests get a turn in between. */
const mostWritten = 500

/** Each request with `sort=downloads` looks up all of these in the catalogue, which takes 0.4 ms. */
const mostListed = 1_000

/**
 * Counts downloads in memory and stores the counts once a second, because a write to the disk for each download would
 * block the thread. A server that crashes loses the downloads of that second.
 */
export const createDownloadCounts = ({
  store,
  clock,
  timers,
  maxAgeMs = 10_000,
  log,
}: DownloadCountsDeps) => {
  const waiting = new Map<string, DownloadCount>()
  const inTurn = createQueue()
  let cancelWrite: (() => void) | undefined
  let listed: { list: readonly DownloadCount[]; until: number } | undefined

  const add = ({ id, count, updatedAt }: DownloadCount) => {
    const known = waiting.get(id)
    waiting.set(id, {
      id,
      count: count + (known?.count ?? 0),
      updatedAt: Math.max(updatedAt, known?.updatedAt ?? 0),
    })
  }
  const scheduleWrite = (ms: number) => {
    cancelWrite ??= timers.schedule(ms, () => {
      cancelWrite = undefined
      void write()
    })
  }
  const write = () =>
    inTurn(writeWaiting).catch((err: unknown) => {
      log.warn({ err }, 'Downloads could not be stored; trying again')
      scheduleWrite(retryMs)
    })
  const writeWaiting = async () => {
    const counts = [...waiting.values()]
    waiting.clear()
    for (let at = 0; at < counts.length; at += mostWritten)
      await store.add(counts.slice(at, at + mostWritten)).catch((error: unknown) => {
        counts.slice(at).forEach(add)
        throw error
      })
  }
  const list = singleFlight(async () => {
    await write()
    const list = await store.listMost(mostListed).catch((cause: unknown) => {
      if (listed === undefined)
        throw new DomainError('BUSY', 'The download counts cannot be read right now: try again', {
          cause,
        })
      log.warn({ err: cause }, 'Download counts could not be read; the last known ones stay in use')
      return listed.list
    })
    listed = { list, until: clock() + maxAgeMs }
    return list
  })

  return {
    count: (id: string): void => {
      add({ id, count: 1, updatedAt: clock() })
      scheduleWrite(writeMs)
    },
    /** @throws DomainError `BUSY` when the counts cannot be read and never were */
    listMost: async (): Promise<readonly DownloadCount[]> =>
      listed && clock() < listed.until ? listed.list : list(),
    /** Stores the downloads that are not stored yet. */
    close: async (): Promise<void> => {
      await write()
      cancelWrite?.()
    },
  }
}
