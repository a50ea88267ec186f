import { isIndexedPictureName } from '../../../../shared/file-names.ts'
import { encodePath } from '../../../../shared/ids.ts'
import { toWord } from '../../../../shared/text.ts'
import { isRecord, toList, toNumber, toRecord, toText } from '../../../../shared/unknown.ts'
import { FetchError } from '../../../remote/problem.ts'
import { type GithubFolder, rawUrl } from './address.ts'

// Smaller files are icons.
const fewestBytes = 50_000
// Larger files are not downloaded (`image-client.ts`).
const mostBytes = 40 * 1024 * 1024

/**
 * Finds the pictures in the answer of GitHub's Git Trees API (https://docs.github.com/en/rest/git/trees#get-a-tree). Returns
 * rows in the catalogue layout, with the extra field `url`. The id of a picture is Git's digest of its file. So a
 * favorite stays with its picture when files are renamed, and never turns into another picture.
 * @throws FetchError when there are none
 */
export const readTree = (answer: unknown, folder: GithubFolder) => {
  const { tree } = toRecord(answer)
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
  if (chosen.length === 0) throw new FetchError({ kind: 'no-index' })
  const shared = countShared(chosen.map(({ path }) => path.split('/').slice(0, -1)))
  const root = rawUrl(folder) + encodePath(prefix)
  // Copies of a file have the same digest, and are one picture.
  const copies = Map.groupBy(chosen, ({ sha }) => sha).values()
  const distinct = [...copies].flatMap(([first]) => first ?? [])
  return distinct.map(({ path, sha }) => {
    const [category, ...tags] = path.split('/').slice(shared, -1).map(toWord)
    return {
      file_name: sha,
      file_main_name: path.slice(path.lastIndexOf('/') + 1),
      suggested_filename: path,
      url: root + encodePath(path),
      category,
      tags,
    }
  })
}

// Previews, and the pictures of a repository's own pages.
const isAside = (path: string) =>
  path.split('/').some((part) => /^(?:\.|thumb|preview|(?:cache|assets|docs)$)/i.test(part))

// The folders that all files share say nothing about them.
const countShared = ([first = [], ...others]: readonly (readonly string[])[]): number => {
  const end = first.findIndex((part, at) => others.some((folders) => folders[at] !== part))
  return end === -1 ? first.length : end
}
