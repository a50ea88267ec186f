import { appendFile } from 'node:fs/promises'
import { z } from 'zod'
import { dayMs } from '../../../shared/days.ts'
import { fromJson, isRecord } from '../../../shared/unknown.ts'
import type { Log } from '../../ports.ts'
import { readIfPresent, writeAtomically } from '../disk/atomic-files.ts'
import type { PictureMemory, RememberedPicture } from './ids.ts'

/** How long pictures that are gone keep their ids and their measurements. */
const rememberedMs = 365 * dayMs

// No schema is used, because the file may have many thousands of lines.
const isPicture = (line: unknown): line is RememberedPicture =>
  isRecord(line) && ['id', 'names', 'hash', 'path'].every((name) => name in line)
const headSchema = z.object({ folder: z.string() })

/**
 * Remembers pictures over restarts. Each line of the file is one picture as JSON, and a later line replaces an earlier
 * one with the same id. Appending is cheap enough to happen before anybody sees a new id.
 * @param folder pictures of another folder count as gone
 */
export const openRememberedPictures = async (
  file: string,
  folder: string,
  { log, clock }: { log: Log; clock: () => number },
) => {
  const lines = await readLines(file)
  const isSameFolder = headSchema.safeParse(lines[0]).data?.folder === folder
  const now = clock()
  const stored = new Map<string, RememberedPicture>()
  let damaged = 0
  for (const line of lines) {
    if (isPicture(line)) stored.set(line.id, isSameFolder ? line : { goneSince: now, ...line })
    else if (!headSchema.safeParse(line).success) damaged += 1
  }
  if (damaged > 0) log.warn({ file, damaged }, damagedText(damaged, file))
  let memory: PictureMemory = new Map(
    [...stored].filter(([, { goneSince = now }]) => !isLongAgo(goneSince, now)),
  )
  const forgotten = stored.size - memory.size
  if (forgotten > 0) log.info({ forgotten }, forgottenText(forgotten))

  // The pictures in the file. `undefined` when the whole file has to be written.
  let saved = isSameFolder && lines.length === memory.size + 1 ? memory : undefined
  let isFailing = false
  const write = async (next: PictureMemory) => {
    const base = saved
    saved = undefined
    if (base === undefined) return writeAtomically(file, toLines([{ folder }, ...next.values()]))
    const changed = [...next.values()].filter((picture) => base.get(picture.id) !== picture)
    if (changed.length > 0) await appendFile(file, toLines(changed), { flush: true })
  }
  return {
    memory: () => memory,
    hashes: () => new Set(Array.from(memory.values(), ({ hash }) => hash)),
    /** Never throws. */
    keep: async (next: PictureMemory) => {
      memory = next
      try {
        await write(next)
        saved = next
        isFailing = false
      } catch (err) {
        if (!isFailing) log.warn({ err }, failedText(file))
        isFailing = true
      }
    },
  }
}

// Computers without a battery start with a clock of 1970. An earlier time than this one is therefore wrong.
const firstVersionAt = Date.UTC(2025, 0)

const isLongAgo = (goneSince: number, now: number) =>
  goneSince >= firstVersionAt && now - goneSince > rememberedMs

// A file that cannot be read is not taken for an empty one, which would replace it.
const readLines = async (file: string) => {
  const text = await readIfPresent(file)
  return text === undefined ? [] : text.toString().trimEnd().split('\n').map(fromJson)
}

const toLines = (values: readonly object[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

const damagedText = (count: number, file: string) =>
  `Left out ${count} damaged lines of ${file}, so the pictures in them may get other ids`

const forgottenText = (count: number) =>
  `Forgot the ids of ${count} pictures that have been gone for more than a year`

const failedText = (file: string) =>
  `The ids of pictures could not be stored in ${file}, so the next start may give others`
