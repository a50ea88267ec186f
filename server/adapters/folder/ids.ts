import { hash as digestOf } from 'node:crypto'
import { namesOf } from '../../../shared/catalogue/tree-ids.ts'
import { isRowId, routeNames } from '../../../shared/ids.ts'

interface Identified {
  path: string
  hash: string
}

export type GivenIds = ReadonlyMap<string, { id?: string | undefined; hash: string }>

/**
 * Gives every picture in the folder a valid and unique id. A picture that was moved or renamed keeps its id. The id
 * of a new picture is its file name, or `folder-name`, or its name with a hash of its path.
 * @param pictures sorted by path
 */
export const assignIds = (
  pictures: readonly Identified[],
  given: GivenIds,
): Map<string, string> => {
  const ids = new Map<string, string>()
  const taken = new Set(routeNames)
  const give = (path: string, candidates: Iterable<string | undefined>) => {
    for (const id of candidates) {
      if (id === undefined || taken.has(id) || !isRowId(id)) continue
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

const idsOfGone = (pictures: readonly Identified[], given: GivenIds) => {
  const present = new Set(pictures.map(({ path }) => path))
  const gone = [...given].filter(([path, { id }]) => id !== undefined && !present.has(path))
  return new Map(gone.map(([, { id, hash }]) => [hash, id]))
}

const newIds = (path: string): string[] => {
  const names = namesOf(path)
  const digest = digestOf('sha256', path)
  return [
    ...names.map((name) => limit(name, digest)),
    `${shorten(names[0])}-${digest.slice(0, 8)}`,
    digest,
  ]
}

const longest = 100
const shorten = (name: string) => [...name].slice(0, longest).join('')
const limit = (name: string, digest: string) =>
  [...name].length <= longest ? name : `${shorten(name)}-${digest.slice(0, 8)}`
