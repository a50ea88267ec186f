import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createQueue } from '../../../shared/async.ts'
import { openPicture } from '../sharp/open-picture.ts'
import { createIdleThread, type Thread } from '../threads/thread.ts'
import type { FactsHandlers } from './facts-worker.ts'
import type { ParsedFacts, PictureFacts } from './parse-facts.ts'
import type { PictureFile, Sidecar } from './scan.ts'

export interface Findings {
  /**
   * Identifies what was read: the versions of the files beside the picture, and whether its own metadata was included.
   * Empty if reading failed for a reason that may pass.
   */
  key: string
  facts: PictureFacts
  /** Why some facts are missing. */
  problem?: string | undefined
}

/** The facts that were read from one file. `mayPass` says that another reading may succeed. */
type ReadFacts = ParsedFacts & { mayPass?: boolean }

// Increase this number when the code reads facts differently. All pictures are then read again.
const factsVersion = 3

export const toFactsKey = ({ sidecars }: PictureFile, readsEmbeddedFacts: boolean): string =>
  JSON.stringify([factsVersion, readsEmbeddedFacts, sidecars])

export const createFactsReader = (root: string, readsEmbeddedFacts: boolean) => {
  const inThread = createFactsThread()

  const readSidecar = async ({ path, size, problem }: Sidecar): Promise<ReadFacts> => {
    if (problem !== undefined) return { problem }
    if (size > mostBytes) return { problem: 'is larger than 256 KB' }
    const bytes = await readFile(join(root, path)).catch((error: NodeJS.ErrnoException) => error)
    if (bytes instanceof Error)
      return { problem: `cannot be opened (${bytes.code})`, mayPass: true }
    return inThread(({ ask }) => ask(/\.xmp$/i.test(path) ? 'parseXmp' : 'parseJson', bytes))
  }

  const readEmbedded = async (picture: string): Promise<ReadFacts> => {
    const { exif, iptc, xmp } = await (await openPicture(picture)).metadata()
    const parts = Object.entries({ exif, iptc, xmp }).filter(
      ([, part]) => part !== undefined && part.length <= mostBytes,
    )
    return parts.length === 0
      ? {}
      : inThread(({ ask }) => ask('parseEmbedded', Object.fromEntries(parts)))
  }

  /**
   * Reads what is known about a picture. A field of the JSON file beside it comes first, then the XMP file beside it,
   * then the picture's own metadata, if `readsEmbeddedFacts`. Never throws.
   */
  return async (file: PictureFile): Promise<Findings> => {
    const inside = readsEmbeddedFacts
      ? await readEmbedded(join(root, file.path)).catch(toFailure)
      : {}
    let facts = inside.facts ?? {}
    let mayPass = inside.mayPass ?? false
    let problem = inside.problem && `its metadata ${inside.problem}`
    for (const sidecar of file.sidecars.toReversed()) {
      const read = await readSidecar(sidecar)
      facts = replaceFacts(facts, read.facts ?? {})
      mayPass ||= read.mayPass ?? false
      if (read.problem !== undefined)
        problem = `${basename(sidecar.path)} beside it ${read.problem}`
    }
    if (Buffer.byteLength(JSON.stringify(facts)) > mostFactsBytes) {
      facts = { ...facts, tags: undefined }
      problem = 'its facts are larger than 11 KB, so it has no tags'
    }
    return { key: mayPass ? '' : toFactsKey(file, readsEmbeddedFacts), facts, problem }
  }
}

// The picture itself was measured, so a failure to open it now may pass.
const toFailure = (error: NodeJS.ErrnoException): ReadFacts => ({
  problem: `cannot be read (${error.code ?? error.message})`,
  mayPass: true,
})
const mostBytes = 256_000

// A hostile file of 240 kB takes a second and 100 MB to parse. Real files take a few milliseconds.
const mostMs = 10_000
const limits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 64 }

const createFactsThread = () => {
  const inTurn = createQueue()
  const script = new URL('./facts-worker.ts', import.meta.url)
  const inThread = createIdleThread<FactsHandlers>(script, limits)
  return (ask: (used: Thread<FactsHandlers>) => Promise<ParsedFacts>): Promise<ReadFacts> =>
    inTurn(() =>
      inThread(async (used) => {
        // On a busy computer, the start of a thread may take longer than the work.
        await used.ask('start', undefined)
        const late = setTimeout(() => used.end(new LateError()), mostMs)
        return ask(used).finally(() => clearTimeout(late))
      }),
    ).catch(({ cause, message }: Error) => ({
      problem: `cannot be read (${cause instanceof Error ? cause.message : message})`,
      mayPass: cause instanceof LateError,
    }))
}

class LateError extends Error {
  override name = 'LateError'
  override message = 'it took longer than 10 seconds'
}

// Rows of more than 16 KB are rejected, and a row also has measurements and the title twice.
const mostFactsBytes = 11_000

// Never pairs the name of one author or license with the address of another. An address without a name belongs to the
// name that is known.
const replaceFacts = (facts: PictureFacts, better: PictureFacts): PictureFacts => ({
  ...facts,
  ...(better.credit && { credit_url: undefined }),
  ...(better.license && { license_url: undefined }),
  ...better,
})
