import { extname } from 'node:path'
import { type FileState, isSameState } from '../../catalogue/picture-versions.ts'
import type { Log } from '../../ports.ts'
import { type LeftOut, readState, type Watched } from './walk.ts'

interface Looked {
  leftOut: readonly LeftOut[]
  watched: Watched
  /** The files whose content is looked at. */
  files: readonly (FileState & { sidecars: readonly FileState[] })[]
}

export interface LookOptions {
  clock: () => number
  /** Returns milliseconds that never jump. */
  elapsed: () => number
  log: Log
}

// After a look, the server waits 200 times as long as the look took. Each kind of look has its own pause.
const restFactor = 200
// While files change all the time, it waits 20 times as long after a look at all files.
const shortRestFactor = 20
const longestRestMs = 600_000
// Some file systems store times in steps of two seconds (FAT), or report them late (NFS).
const settlesAfterMs = 3_000

/**
 * Returns a function that looks at all files of a folder only if something may have changed. The times of folders show
 * that entries were added or removed, but not that a program wrote into a file, so all files are looked at from time to
 * time. Without a change, the function returns the same object again.
 */
export const createLook = <T extends Looked>(
  lookAtAll: () => Promise<T>,
  { clock, elapsed, log }: LookOptions,
) => {
  const logLeftOut = createLeftOutLog(log)
  let last: T | undefined
  let mayChange = true
  let nextAt = 0
  let nextAtAll = 0
  let nextAtAllWhenChanged = 0

  const isQuiet = async ({ watched }: T) => {
    for (const [path, state] of watched) {
      const now = await readState(path)
      if (now !== state && !(now && state && isSameState(now, state))) return false
    }
    return true
  }
  /** @param isForced looks at all files in any case */
  return async (isForced: boolean): Promise<T> => {
    const began = elapsed()
    const restEnd = (factor: number) =>
      elapsed() + Math.min(factor * (elapsed() - began), longestRestMs)
    if (last && !isForced) {
      if (began < nextAtAllWhenChanged || (!mayChange && began < nextAt)) return last
      if (!mayChange && began < nextAtAll && (await isQuiet(last))) {
        nextAt = restEnd(restFactor)
        return last
      }
    }
    const now = clock()
    last = await lookAtAll()
    const beside = last.files.flatMap(({ sidecars }) => sidecars)
    mayChange = [...last.watched.values(), ...last.files, ...beside].some(
      (file) => Math.abs(now - (file?.ctimeMs ?? 0)) < settlesAfterMs,
    )
    nextAtAll = restEnd(restFactor)
    nextAtAllWhenChanged = restEnd(shortRestFactor)
    logLeftOut(last.leftOut)
    return last
  }
}

const howToList = 'fresco catalogue check lists them'

export const createLeftOutLog = (log: Log) => {
  let reasons: ReadonlyMap<string, string> = new Map()
  let hasCounted = false
  return (leftOut: readonly LeftOut[]) => {
    const found = new Map(
      leftOut.flatMap(({ path, why, reason }) =>
        reason && why !== 'beside' ? [[path, reason]] : [],
      ),
    )
    for (const [file, reason] of found)
      if (reasons.get(file) !== reason) log.warn({}, `${file} is not used: ${reason}`)
    reasons = found
    const pictures = leftOut.filter(({ why }) => why === 'format')
    if (!hasCounted && pictures.length > 0)
      log.warn({}, `Pictures in formats that are not shown: ${countFormats(pictures)}`)
    const beside = leftOut.filter(({ why }) => why === 'beside').length
    if (!hasCounted && beside > 0)
      log.warn({}, `Files with facts that belong to no picture: ${beside}. ${howToList}`)
    hasCounted = true
  }
}

export const countFormats = (files: readonly LeftOut[]): string =>
  [...Map.groupBy(files, ({ path }) => extname(path).toLowerCase())]
    .map(([extension, { length }]) => `${length} ${extension}`)
    .join(', ')
