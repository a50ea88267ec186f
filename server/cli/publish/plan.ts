import { assignIds } from '../../adapters/folder/ids.ts'
import type { PublishedPicture } from './cloud-pictures.ts'
import type { LocalPicture } from './local-pictures.ts'

/** What a run is going to do, as far as pictures are concerned. */
export interface Plan {
  add: readonly LocalPicture[]
  /** Published before, and changed since: the picture or what is said of it. */
  replace: readonly LocalPicture[]
  same: readonly LocalPicture[]
  /** Published from a folder before, and in this one no more. */
  missing: readonly PublishedPicture[]
}

/**
 * Compares what is in the folder with what is published; nothing else decides what is left to do.
 * @param present paths of all the folder's pictures, also of those that cannot be read at the moment
 */
export const makePlan = (
  local: readonly LocalPicture[],
  published: readonly PublishedPicture[],
  present: ReadonlySet<string>,
): Plan => {
  const known = new Map(published.map((picture) => [picture.id, picture]))
  const here = new Set(local.map(({ id }) => id))
  return {
    add: local.filter(({ id }) => !known.has(id)),
    replace: local.filter(({ id, digest }) => known.has(id) && known.get(id)?.digest !== digest),
    same: local.filter(({ id, digest }) => known.get(id)?.digest === digest),
    // What has no path was put there by somebody else.
    missing: published.filter(
      ({ id, path }) => path !== undefined && !here.has(id) && !present.has(path),
    ),
  }
}

interface Identified {
  path: string
  hash: string
}

/**
 * The ids of pictures, by path: those they were published under, also after a move, and for new ones
 * none that is published for another picture, whether that is in the folder or not.
 */
export const chooseIds = (
  pictures: readonly Identified[],
  published: readonly PublishedPicture[],
): Map<string, string> => {
  const paths = new Set(pictures.map(({ path }) => path))
  const hashes = new Set(pictures.map(({ hash }) => hash))
  const given = published.map(({ id, path, hash = '' }) => ({ id, path: path ?? `\0${id}`, hash }))
  const elsewhere = given.filter(({ path, hash }) => !paths.has(path) && !hashes.has(hash))
  return assignIds(
    [...pictures, ...elsewhere],
    new Map(given.map(({ path, id, hash }) => [path, { id, hash }])),
  )
}
