import { hash, randomUUID } from 'node:crypto'
import { appendFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { z } from 'zod'
import { dayMs, hourMs } from '../../../shared/days.ts'
import { withoutPictureExtension } from '../../../shared/file-names.ts'
import { toPictureType, typeBytes } from '../../../shared/pictures/picture-type.ts'
import { cut } from '../../../shared/text.ts'
import { toTitle } from '../../../shared/title.ts'
import { fromJson } from '../../../shared/unknown.ts'
import {
  isDraft,
  readIfPresent,
  renameComplete,
  writeAtomically,
} from '../../adapters/disk/atomic-files.ts'
import { createShrinkGuard } from '../../catalogue/shrink-guard.ts'
import { createSnapshotStore } from '../../catalogue/snapshot-store.ts'
import { DomainError } from '../../domain-error.ts'
import type { Log, Timing } from '../../ports.ts'
import type { Ask, ListedPicture, Lister } from './lister.ts'

interface PullerOptions {
  lister: Lister
  ask: Ask
  /** The folder of the source. The folder source shows the pictures in it. */
  dir: string
  /** Replaces a picture in its file if it is larger than a screen, and then returns the type of the smaller one. */
  shrink: (path: string) => Promise<string | undefined>
  room: Room
  refreshMs: number
  /** Called after a look that changed the folder. */
  onChange: () => void
  /** Called after a list that lost most pictures was accepted, so that the folder accepts it, too. */
  onShrunk: () => void
  timing: Timing
  log: Log
}

/** The disk space of all sources together. */
export type Room = ReturnType<typeof createRoom>

export const createRoom = (maxBytes: number) => {
  let used = 0
  return {
    add: (bytes: number) => {
      used += bytes
    },
    fits: (more: number) => used + more <= maxBytes,
  }
}

const pulledSchema = z.object({
  key: z.string(),
  /** Absent when the picture was removed. */
  file: z.string().optional(),
  version: z.string(),
  /** The hash of what is known of the picture. */
  facts: z.string(),
  bytes: z.number(),
})
type Pulled = z.infer<typeof pulledSchema> & { file: string }

const statusSchema = z.object({
  lookedAt: z.number(),
  pictures: z.number(),
  bytes: z.number(),
  /** Why the last look failed, or did not find all pictures. */
  problem: z.string().optional(),
  /** How many pictures could not be pulled, and why the first of them could not. */
  failed: z.number(),
  reason: z.string().optional(),
})
type SourceStatus = z.infer<typeof statusSchema>

const statusFile = '.status.json'
const recordFile = '.pulled.jsonl'

// A longer list is probably a mistake, and would fill the memory.
const mostPictures = 100_000
// One picture that cannot be pulled says nothing about the others. Three in a row mean that the source is away.
const awayAfter = 3

/**
 * Downloads the pictures of a source into a folder, one after another, each with a JSON file beside it that says what is
 * known of it. `.pulled.jsonl` records each picture, so that a new start continues where the last one ended.
 */
export const createPuller = (options: PullerOptions) => {
  const { lister, ask, shrink, dir, room, refreshMs, onChange, onShrunk, timing, log } = options
  const { name, isWindow = false } = lister
  const about = `The source ${name}`
  const guard = createShrinkGuard({ name: about, code: 'CATALOGUE_UNAVAILABLE', ...timing })
  const [recordPath, statusPath] = [join(dir, recordFile), join(dir, statusFile)]
  // Each puller has its own draft, because one that was stopped may still be working in this folder.
  const draft = join(dir, `.${randomUUID()}.tmp`)
  const pulled = new Map<string, Pulled>()
  /** Why pictures could not be pulled, by their keys. */
  const failed = new Map<string, string>()
  let listed: ReadonlyMap<string, ListedPicture> = new Map()
  let isLoaded = false
  let isFull = false
  /** The picture that found no room at the last look, and how many bytes it needs. */
  let waiting: { key: string; version: string; bytes: number } | undefined
  let hasChanged = false
  let problem: string | undefined

  const countBytes = () => pulled.values().reduce((sum, { bytes }) => sum + bytes, 0)
  const load = async () => {
    if (isLoaded) return
    await mkdir(dir, { recursive: true })
    const files = new Set(await readdir(dir))
    const lines = ((await readIfPresent(recordPath))?.toString() ?? '').split('\n').filter(Boolean)
    for (const line of lines) {
      const { data } = pulledSchema.safeParse(fromJson(line))
      const { key = '', file = '' } = data ?? {}
      if (data && files.has(file)) pulled.set(key, { ...data, file })
      else pulled.delete(key)
    }
    if (lines.length > pulled.size)
      await writeAtomically(recordPath, Array.from(pulled.values(), toLine).join(''))
    room.add(countBytes())
    isLoaded = true
  }
  const record = async (picture: Pulled) => {
    await appendFile(recordPath, toLine(picture))
    hasChanged = true
    room.add(picture.bytes - (pulled.get(picture.key)?.bytes ?? 0))
    pulled.set(picture.key, picture)
  }
  const remove = async (picture: Pulled) => {
    for (const each of [picture.file, toSidecar(picture.file)])
      await rm(join(dir, each), { force: true })
    await appendFile(recordPath, toLine({ ...picture, file: undefined }))
    hasChanged = true
    room.add(-picture.bytes)
    pulled.delete(picture.key)
  }
  const absent = () => [...pulled.values()].filter(({ key }) => !listed.has(key))
  /** Also removes the files of interrupted downloads, and forgets pictures whose file was deleted. */
  const removeAbsent = async () => {
    if (!isWindow) for (const picture of absent()) await remove(picture)
    const present = new Set(await readdir(dir))
    for (const picture of [...pulled.values()])
      if (!present.has(picture.file)) await remove(picture)
    const files = [...pulled.values()].flatMap(({ file }) => [file, toSidecar(file)])
    const known = new Set([...files, recordFile, statusFile])
    for (const one of present)
      if (!known.has(one) && (!isWindow || isDraft(one))) await rm(join(dir, one), { force: true })
  }
  const makeRoom = async (more: number) => {
    for (const oldest of isWindow ? absent() : []) if (!room.fits(more)) await remove(oldest)
    return room.fits(more)
  }

  // Writes the pieces as they arrived, because copies in memory would make the garbage collector pause requests.
  const save = async (address: string, signal: AbortSignal) => {
    const answer = await ask(address, { signal })
    const pieces = await Array.fromAsync<Uint8Array>(answer.body ?? [])
    await writeFile(draft, pieces)
    return toPictureType(Buffer.concat(pieces.slice(0, typeBytes), typeBytes)) ?? ''
  }
  const download = async (address: string, signal: AbortSignal) => {
    const type = await save(address, signal)
    if (!extensions.has(type))
      throw new DomainError('NOT_FOUND', `${name} sends a file that is not JPEG, PNG, WebP or AVIF`)
    const shrunk = await shrink(draft).catch((error) => {
      // An error with a code is about the disk, or already says what is wrong.
      if ('code' in error) throw error
      throw new DomainError('NOT_FOUND', `${name} sends a damaged picture`, { cause: error })
    })
    signal.throwIfAborted()
    return { extension: extensions.get(shrunk ?? type) ?? '', size: (await stat(draft)).size }
  }
  /** @returns whether there was anything to do */
  const pull = async (picture: ListedPicture, signal: AbortSignal): Promise<boolean> => {
    const { key, version } = picture
    const known = pulled.get(key)
    const sidecar = JSON.stringify(toFacts(picture, name))
    const facts = digestOf(sidecar)
    if (known?.version === version) {
      if (known.facts === facts) return false
      await writeAtomically(join(dir, toSidecar(known.file)), sidecar)
      await record({ ...known, facts })
      return true
    }
    const isWaiting = waiting?.key === key && waiting.version === version
    isFull = isWaiting && !(await makeRoom(waiting?.bytes ?? 0))
    if (isFull) return true
    const { extension, size } = await download(picture.address, signal)
    const bytes = size - (known?.bytes ?? 0)
    isFull = !(await makeRoom(bytes))
    waiting = isFull ? { key, version, bytes } : undefined
    if (isFull) return true
    const isSameType = known && extname(known.file) === extension
    const file = isSameType ? known.file : `${toStem(picture)}${extension}`
    await writeAtomically(join(dir, toSidecar(file)), sidecar)
    await renameComplete(draft, join(dir, file))
    if (known && !isSameType) await remove(known)
    await record({ key, file, version, facts, bytes: size })
    return true
  }

  const pullAll = async (signal: AbortSignal) => {
    isFull = false
    let inARow = 0
    const hasFailed = ({ key }: ListedPicture) => Number(failed.has(key))
    const inOrder = [...listed.values()].sort((one, other) => hasFailed(one) - hasFailed(other))
    for (const picture of inOrder) {
      if (isFull) return
      try {
        if (await pull(picture, signal)) inARow = 0
        failed.delete(picture.key)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof DomainError)) throw error
        failed.set(picture.key, error.message)
        if (error.code !== 'NOT_FOUND') inARow += 1
        if (error.retryAfterSeconds !== undefined || inARow >= awayAfter) throw error
      }
    }
  }

  const look = async (signal: AbortSignal) => {
    await load()
    const list = await lister.list(ask, signal)
    if (list) {
      if (list.length > mostPictures)
        throw new DomainError('CATALOGUE_UNAVAILABLE', `${about} has over ${mostPictures} pictures`)
      const wasDoubted = !isWindow && guard.accept(list.length, pulled.size)
      listed = new Map(list.map((picture) => [picture.key, picture]))
      for (const key of failed.keys()) if (!listed.has(key)) failed.delete(key)
      await removeAbsent()
      if (wasDoubted) onShrunk()
    }
    await pullAll(signal).finally(() => rm(draft, { force: true }))
  }

  const toStatus = (): SourceStatus => {
    const [reason] = failed.values()
    const why = problem ?? (isFull ? 'SOURCES_MAX_MB is used up, so new pictures wait' : undefined)
    const counts = { pictures: pulled.size, bytes: countBytes(), failed: failed.size }
    return { lookedAt: timing.clock(), ...counts, problem: why, reason }
  }
  const store = createSnapshotStore<SourceStatus>({
    name: `source ${name}`,
    refreshMs,
    longestBackOffMs: hourMs,
    timeoutMs: dayMs,
    timing,
    log,
    restore: async () => {
      await load()
      const status = await readStatus(dir)
      return status && { value: status, confirmedAt: status.lookedAt }
    },
    read: async (_, signal) => {
      const before = pulled.size
      try {
        await look(signal)
        problem = undefined
      } catch (error) {
        const known = error instanceof DomainError ? error : toSourceError(about, error)
        problem = known.message
        throw known
      } finally {
        await writeAtomically(statusPath, JSON.stringify(toStatus())).catch(() => undefined)
        const pictures = pulled.size
        if (pictures !== before) log.info({ pictures }, `${about} has ${pictures} pictures`)
        if (hasChanged) onChange()
        hasChanged = false
      }
      return toStatus()
    },
  })
  return {
    ...store,
    name,
    stop: () => {
      void store.stop()
      room.add(-countBytes())
    },
    state: () => ({ ...store.state(), pictures: pulled.size, failedPictures: failed.size }),
  }
}

/** Reads how the last look at a source ended, from its folder. */
export const readStatus = async (dir: string): Promise<SourceStatus | undefined> => {
  const text = await readIfPresent(join(dir, statusFile))
  return statusSchema.safeParse(fromJson(text?.toString() ?? '')).data
}

const extensions: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
  ['image/webp', '.webp'],
  ['image/avif', '.avif'],
])

const digestOf = (text: string) => hash('sha256', text).slice(0, 10)
const toSidecar = (file: string) => `${file}.json`
// A line begins with a line break, because the one before may be cut off.
const toLine = (picture: object) => `\n${JSON.stringify(picture)}`

// The name of the file has a digest, so it makes no good title.
const toFacts = ({ name = '', facts }: ListedPicture, source: string) => ({
  ...facts,
  title: facts.title ?? (toTitle(name) || undefined),
  source,
})

/** The digest keeps pictures with the same name apart, also those of other sources. */
const toStem = ({ name = '', key, facts: { title = '' } }: ListedPicture) => {
  const text = withoutPictureExtension(name || title).normalize('NFC')
  const stem = cut(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'), 50).replace(/^-+|-+$/g, '')
  return `${stem || 'picture'}-${digestOf(key)}`
}

const toSourceError = (about: string, error: unknown) => {
  const unknown = error instanceof SyntaxError ? 'the answer is not JSON' : 'unknown error'
  const { code = unknown } = error as NodeJS.ErrnoException
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  const text = isFull ? 'waits, because the disk with DATA_DIR is full' : `failed (${code})`
  return new DomainError('CATALOGUE_UNAVAILABLE', `${about} ${text}`, { cause: error })
}
