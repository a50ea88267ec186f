import { toTitle } from '../../../shared/catalogue/parse-row.ts'
import { encodePath } from '../../../shared/ids.ts'
import { toWord } from '../../../shared/text.ts'
import { isRecord, toList, toNumber, toRecord, toText } from '../../../shared/unknown.ts'
import { FetchError } from '../../remote/problem.ts'
import { type CataloguePlace, type GithubFolder, toRoot } from './address.ts'
import type { FoundPicture } from './found-pictures.ts'

// Smaller files are icons.
const fewestBytes = 50_000
// Larger files are not downloaded (`image-client.ts`).
const mostBytes = 40 * 1024 * 1024
// A picture in Git LFS is a text of about 130 bytes in the tree.
const lfsBytes = 200

const isPicture = (path: string) => /\.(?:jpe?g|png|webp|avif|gif)$/i.test(path)

/**
 * Finds the pictures in the answer of GitHub's Git Trees API
 * (https://docs.github.com/en/rest/git/trees#get-a-tree).
 * @throws FetchError when there are none
 */
export const readTree = (answer: unknown, place: CataloguePlace & { github: GithubFolder }) => {
  const { tree, truncated } = toRecord(answer)
  const prefix = place.github.dir && `${place.github.dir}/`
  const files = toList(tree, (entry) => {
    const { type, path, size, sha } = toRecord(entry)
    const isHere = isRecord(entry) && type === 'blob' && toText(path).startsWith(prefix)
    return isHere && isPicture(toText(path))
      ? { path: toText(path).slice(prefix.length), bytes: toNumber(size), sha: toText(sha) }
      : undefined
  })
  const ofSize = files.filter(({ bytes }) => bytes >= fewestBytes && bytes <= mostBytes)
  const usual = ofSize.filter(({ path }) => !isAside(path))
  const chosen = usual.length > 0 ? usual : ofSize
  if (chosen.length === 0)
    throw new FetchError({
      kind: files.some(({ bytes }) => bytes < lfsBytes) ? 'no-lfs' : 'no-index',
    })
  const shared = countShared(chosen.map(({ path }) => path.split('/').slice(0, -1)))
  const root = toRoot(place) + encodePath(prefix)
  const pictures = chosen.map((file): FoundPicture => {
    const [category, ...deeper] = file.path.split('/').slice(shared, -1).map(toWord)
    const title = toTitle(file.path)
    return { ...file, url: root + encodePath(file.path), title, category, tags: deeper }
  })
  return { pictures, isPartial: truncated === true }
}

// Previews, and the pictures of a repository's own pages.
const isAside = (path: string) =>
  path.split('/').some((part) => /^(?:\.|thumb|preview|(?:cache|assets|docs)$)/i.test(part))

// The folders that all files share say nothing about them.
const countShared = ([first = [], ...others]: readonly (readonly string[])[]): number => {
  const end = first.findIndex((part, at) => others.some((folders) => folders[at] !== part))
  return end === -1 ? first.length : end
}
