import { assignIds } from '../../adapters/folder/ids.ts'
import type { PublishedPicture } from './cloud-pictures.ts'
import type { LocalPicture } from './local-pictures.ts'

export interface Plan {
  add: readonly LocalPicture[]
  replace: readonly LocalPicture[]
  same: readonly LocalPicture[]
  missing: readonly PublishedPicture[]
}

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
    // Lists published pictures that are no longer in the folder. A picture at Cloudinary without a recorded path was
    // not uploaded by this command, so it is never listed for deletion.
    missing: published.filter(
      ({ id, path }) => path !== undefined && !here.has(id) && !present.has(path),
    ),
  }
}

/**
 * Chooses the wallpaper id of each picture, by its path. A published picture keeps its id even after it was moved. A
 * new picture never gets the id of a published picture.
 */
export const chooseIds = (
  pictures: readonly Pick<LocalPicture, 'path' | 'hash'>[],
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
