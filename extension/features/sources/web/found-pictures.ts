import { hash32 } from '../../../../shared/catalogue/hash.ts'
import { toTreeIds } from '../../../../shared/catalogue/tree-ids.ts'
import { isIndexedPictureName } from '../../../../shared/file-names.ts'
import { encodePath } from '../../../../shared/ids.ts'
import { toWord } from '../../../../shared/text.ts'
import { isRecord, toList, toNumber, toRecord, toText } from '../../../../shared/unknown.ts'
import { FetchError } from '../../../remote/problem.ts'
import { type GithubFolder, rawUrl } from './address.ts'

/** A picture in a repository that has no index. `toRows` converts it to a row in the catalogue layout. */
export interface FoundPicture {
  /** Its path in the catalogue, from which its id follows. */
  path: string
  url: string
  /** Git's digest of the file. */
  sha: string
  bytes: number
  category: string | undefined
  tags: readonly string[]
}

/** Which picture each id stood for, by Git's digest of the file. */
export type KnownIds = ReadonlyMap<string, string>

/**
 * Converts pictures to rows in the catalogue layout, with the extra fields `url`, `picture` and `bytes`. A renamed picture
 * keeps its id. A new picture never gets the id of a former one. So a favorite never turns into another picture when files
 * change.
 */
export const toRows = (pictures: readonly FoundPicture[], known: KnownIds) => {
  const distinct = listDistinct(pictures)
  const ids = reuseIds(distinct, known)
  return distinct.map((picture) => {
    const { path, sha, ...row } = picture
    return {
      ...row,
      file_name: ids.get(picture),
      file_main_name: path.slice(path.lastIndexOf('/') + 1),
      suggested_filename: path,
      picture: sha,
    }
  })
}

const listDistinct = (pictures: readonly FoundPicture[]): FoundPicture[] => {
  const byPath = pictures.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return [...new Map(byPath.toReversed().map((each) => [each.sha, each])).values()].reverse()
}

const reuseIds = (pictures: readonly FoundPicture[], known: KnownIds) => {
  const fresh = toTreeIds(pictures.map(({ path }) => path))
  const idOf = new Map([...known].map(([id, sha]) => [sha, id]))
  const toId = ({ path, sha }: FoundPicture) => {
    const stored = idOf.get(sha)
    if (stored !== undefined) return stored
    const id = fresh.get(path) ?? ''
    return known.has(id) ? `${id}-${toDigest(sha)}` : id
  }
  return new Map(pictures.map((picture) => [picture, toId(picture)]))
}

const toDigest = (text: string) => hash32(text).toString(16).padStart(8, '0')

// Smaller files are icons.
const fewestBytes = 50_000
// Larger files are not downloaded (`image-client.ts`).
const mostBytes = 40 * 1024 * 1024
// A picture in Git LFS is a text of about 130 bytes in the tree.
const lfsBytes = 200

/**
 * Finds the pictures in the answer of GitHub's Git Trees API
 * (https://docs.github.com/en/rest/git/trees#get-a-tree).
 * @throws FetchError when there are none
 */
export const readTree = (answer: unknown, folder: GithubFolder) => {
  const { tree, truncated } = toRecord(answer)
  const prefix = folder.dir && `${folder.dir}/`
  const files = toList(tree, (entry) => {
    const { type, path, size, sha } = toRecord(entry)
    const isHere = isRecord(entry) && type === 'blob' && toText(path).startsWith(prefix)
    return isHere && isIndexedPictureName(toText(path))
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
  const root = rawUrl(folder) + encodePath(prefix)
  const pictures = chosen.map((file): FoundPicture => {
    const [category, ...deeper] = file.path.split('/').slice(shared, -1).map(toWord)
    return { ...file, url: root + encodePath(file.path), category, tags: deeper }
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
