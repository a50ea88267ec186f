import { createHash } from 'node:crypto'
import { isWallpaperId } from '../../../shared/is-wallpaper-id.ts'

/** A picture that needs an id. */
export interface Identified {
  /** Relative to the folder, with `/`. */
  path: string
  /** Digest of its content. */
  hash: string
}

/** Ids given before, by path, with the content they were given to. */
export type GivenIds = ReadonlyMap<string, { id: string; hash: string }>

/**
 * Gives every picture an id that is valid, unique and stays: a path keeps its id, a picture that was
 * moved or renamed takes its id along, and a new one gets its file name, then `folder-name`, then
 * its name with a short digest of its path.
 * @param pictures in the order of their paths
 */
export const assignIds = (
  pictures: readonly Identified[],
  given: GivenIds,
): Map<string, string> => {
  const ids = new Map<string, string>()
  const taken = new Set(reserved)
  const give = (path: string, candidates: Iterable<string | undefined>) => {
    for (const id of candidates) {
      if (id === undefined || taken.has(id) || !isWallpaperId(id)) continue
      taken.add(id)
      ids.set(path, id)
      return
    }
  }
  const moved = idsOfGone(pictures, given)
  for (const { path } of pictures) give(path, [given.get(path)?.id])
  for (const { path, hash } of pictures) {
    if (!ids.has(path)) give(path, [moved.get(hash), ...newIds(path)])
  }
  return ids
}

/** Words that stand where an id could in the address of a route. */
const reserved = ['index', 'search']

const idsOfGone = (pictures: readonly Identified[], given: GivenIds): Map<string, string> => {
  const present = new Set(pictures.map(({ path }) => path))
  const gone = [...given].filter(([path]) => !present.has(path))
  return new Map(gone.map(([, { id, hash }]) => [hash, id]))
}

const newIds = (path: string): string[] => {
  const segments = path.split('/').map(toIdPart)
  const name = segments.at(-1)!.replace(/\.[^.]*$/, '') || 'picture'
  const folder = segments.length > 1 ? segments.at(-2) : undefined
  const digest = createHash('sha256').update(path).digest('hex')
  return [
    limit(name, digest),
    ...(folder ? [limit(`${folder}-${name}`, digest)] : []),
    `${shorten(name)}-${digest.slice(0, 8)}`,
    digest,
  ]
}

/** Replaces what an id cannot hold, and the comma, which separates ids in a query. */
const toIdPart = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Cc}/%?#&\\<>,]+/gu, '-')
    .replace(/^-+|-+(?=\.|$)/g, '')

const longest = 100
const shorten = (name: string) => [...name].slice(0, longest).join('')
const limit = (name: string, digest: string) =>
  [...name].length <= longest ? name : `${shorten(name)}-${digest.slice(0, 8)}`
