import { hash32 } from '../../../shared/catalogue/hash.ts'
import { toTreeIds } from '../../../shared/catalogue/tree-ids.ts'

/** A picture of a catalogue whose index is not in the catalogue layout, or that has no index. */
export interface FoundPicture {
  /** Its path in the catalogue, from which its id follows. */
  path: string
  url: string
  preview?: string | undefined
  /** Git's digest of the file. */
  sha?: string | undefined
  bytes?: number | undefined
  width?: number | undefined
  height?: number | undefined
  title?: string | undefined
  category?: string | undefined
  tags?: readonly string[] | undefined
  credit?: string | undefined
  timestamp?: string | undefined
}

/** Which picture each id stood for. The value is Git's digest of the file, or the picture's address without a digest. */
export type KnownIds = ReadonlyMap<string, string>

/**
 * Converts pictures to rows in the catalogue layout, with the extra fields `url`, `preview_url`, `picture` and `bytes`.
 * A renamed picture keeps its id, and a new picture never gets the id of a former one. So a favorite never turns into
 * another picture when files change.
 */
export const toRows = (pictures: readonly FoundPicture[], known: KnownIds) => {
  const distinct = listDistinct(pictures)
  const ids = keepIds(distinct, known)
  return distinct.map((picture) => ({
    file_name: ids.get(picture),
    file_main_name: toFileName(picture.path),
    width: picture.width,
    height: picture.height,
    category: picture.category,
    timestamp: picture.timestamp,
    suggested_filename: picture.title ?? picture.path,
    tags: picture.tags,
    credit: picture.credit,
    url: picture.url,
    preview_url: picture.preview,
    picture: toPicture(picture),
    bytes: picture.bytes,
  }))
}

const toFileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const toPicture = ({ sha, url }: FoundPicture) => sha ?? url

const listDistinct = (pictures: readonly FoundPicture[]): FoundPicture[] => {
  const byPath = pictures.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const addresses = new Map(byPath.toReversed().map((picture) => [picture.url, picture]))
  const distinct = new Map([...addresses.values()].map((each) => [toPicture(each), each]))
  return [...distinct.values()].reverse()
}

const keepIds = (pictures: readonly FoundPicture[], known: KnownIds) => {
  const fresh = toTreeIds(pictures.map(({ path }) => path))
  const idOf = new Map([...known].map(([id, picture]) => [picture, id]))
  const toId = (picture: FoundPicture) => {
    const kept = idOf.get(toPicture(picture))
    if (kept !== undefined) return kept
    const id = fresh.get(picture.path) ?? ''
    return known.has(id) ? `${id}-${toDigest(toPicture(picture))}` : id
  }
  return new Map(pictures.map((picture) => [picture, toId(picture)]))
}

const toDigest = (text: string) => hash32(text).toString(16).padStart(8, '0')
