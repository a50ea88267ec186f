import { assignIds } from '../../adapters/folder/ids.ts'
import { countOf } from '../program.ts'
import type { PublishedPicture } from './cloud-pictures.ts'
import type { LocalPicture } from './local-pictures.ts'

export type Plan = ReturnType<typeof makePlan>

export const makePlan = (
  local: readonly LocalPicture[],
  published: readonly PublishedPicture[],
  present: ReadonlySet<string>,
) => {
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

const maxNames = 5

const names = (all: readonly { path?: string | undefined; id: string }[]): string => {
  const shown = all.slice(0, maxNames).map(({ path, id }) => path ?? id)
  const more = all.length - maxNames
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const line = (label: string, count: number, text = '') =>
  count === 0 ? [] : [`  ${label.padEnd(12)}${String(count).padStart(5)}  ${text}`.trimEnd()]

export const describePlan = (
  { add, replace, same, missing }: Plan,
  { broken, deletes }: { broken: number; deletes: boolean },
): string[] => {
  const lines = [
    ...line('upload', add.length, names(add)),
    ...line('replace', replace.length, names(replace)),
    ...line('unchanged', same.length),
    ...line('left out', broken, 'see above'),
    ...(deletes
      ? line('DELETE', missing.length, names(missing))
      : line('missing', missing.length, `not in the folder, stays published: ${names(missing)}`)),
  ]
  const none = '  There are no pictures in the folder (jpg, png, webp, avif)'
  return ['Plan:', ...(lines.length === 0 ? [none] : lines)]
}

interface Outcome {
  uploaded: number
  deleted: number
  failed: number
  broken: number
  commit: string | undefined
}

export const describeOutcome = ({ uploaded, deleted, failed, broken, commit }: Outcome) => {
  const counts = [
    `${countOf(uploaded, 'picture')} uploaded`,
    ...(deleted > 0 ? [`${countOf(deleted, 'picture')} deleted`] : []),
    ...(failed > 0
      ? [`${countOf(failed, 'picture')} failed (run the command again to retry)`]
      : []),
    ...(broken > 0 ? [`${countOf(broken, 'picture')} left out`] : []),
  ]
  const committed =
    commit === undefined
      ? 'index.json and tags.json are up to date, so there was nothing to commit'
      : `Committed index.json and tags.json as ${commit.slice(0, 7)}`
  return [committed, counts.join(', ')]
}

export const describeCommit = (uploaded: number, deleted: number): string => {
  if (uploaded + deleted === 0) return 'Bring the catalogue up to date'
  if (uploaded === 0) return `Remove ${countOf(deleted, 'picture')}`
  const published = `Publish ${countOf(uploaded, 'picture')}`
  return deleted === 0 ? published : `${published}, remove ${countOf(deleted, 'picture')}`
}
