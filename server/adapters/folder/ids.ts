import { hash as digestOf } from 'node:crypto'
import { toFileFormat } from '../../../shared/catalogue/shape-and-format.ts'
import { namesOf } from '../../../shared/catalogue/tree-ids.ts'
import { withoutPictureExtension } from '../../../shared/file-names.ts'
import { isRowId, routeNames } from '../../../shared/ids.ts'

export interface RememberedPicture {
  id: string
  /**
   * Its names in addresses such as `/main/{name}`, the current one first. A picture gets another name only when its
   * file gets the extension of another format.
   */
  names: Names
  hash: string
  size?: number | undefined
  path: string
  /** The time of the first look that did not find it. `undefined` as long as the folder lists its path. */
  goneSince?: number | undefined
}

type Names = [current: string, ...former: string[]]

/** All pictures that were ever shown, by their ids. */
export type PictureMemory = ReadonlyMap<string, RememberedPicture>

/** A file that the folder lists. Its hash is `undefined` until the file has been read, and while it cannot be read. */
export interface ListedFile {
  path: string
  hash?: string | undefined
  /** `undefined` if the file is known not to be a picture. */
  size?: number | undefined
}

type HashedFile = Pick<RememberedPicture, 'path' | 'hash' | 'size'>

/**
 * Recognizes the pictures of a folder. Known content is the same picture wherever it lies. Unknown content at a path
 * that was listed at the last look is the picture of that path, edited. Everything else is a new picture. No other
 * picture ever gets the id or a name of a remembered picture, even when that one is gone. When one of several copies
 * disappears, the newest of their ids disappears, so a picture that was copied and then deleted has moved.
 * @param files sorted by path
 * @returns the pictures by their paths, and the new memory. A file without a hash keeps its picture. An edit is left
 * out while an unread file may be the picture that was at its path. Unchanged pictures are the same objects as before.
 */
export const recognize = (memory: PictureMemory, files: readonly ListedFile[], now: number) => {
  const listed = new Map(files.map(({ path, hash }) => [path, hash]))
  const remembered = [...memory.values()]
  const give = createNameGiver(remembered)
  const pictures = new Map<string, RememberedPicture>()
  const next = new Map(memory)
  const found = new Set<string>()
  const take = ({ path, hash, size }: HashedFile, picture: RememberedPicture) => {
    const names = toNames(picture.names, path, give)
    const isSame = picture.hash === hash && picture.path === path && picture.names === names
    const current =
      isSame && isPresent(picture) ? picture : { id: picture.id, names, hash, size, path }
    found.add(picture.id)
    pictures.set(path, current)
    next.set(picture.id, current)
  }
  const takeAll = (recognizeFile: (file: HashedFile) => RememberedPicture | undefined) => {
    for (const { path, hash, size } of files) {
      if (hash === undefined || pictures.has(path)) continue
      const picture = recognizeFile({ path, hash, size })
      if (picture && !found.has(picture.id)) take({ path, hash, size }, picture)
    }
  }

  const present = remembered.filter(isPresent)
  const gone = remembered.filter((picture) => !isPresent(picture))
  const unmoved = Map.groupBy([...gone, ...present], ({ path }) => path)
  takeAll(({ path, hash }) => unmoved.get(path)?.findLast((picture) => picture.hash === hash))

  // The file at the path of a picture may not have been read again since the picture moved away from there.
  const mayBeThere = ({ path }: RememberedPicture) =>
    listed.has(path) && listed.get(path) === undefined
  const free = remembered.filter(({ id }) => !found.has(id))
  const elsewhere = Map.groupBy(
    [...free.filter(mayBeThere), ...free.filter((picture) => !mayBeThere(picture))],
    ({ hash }) => hash,
  )
  takeAll(({ hash }) => elsewhere.get(hash)?.pop())

  // A file that has not been read yet may be any picture of its size that has moved.
  const unread = new Set(files.flatMap(({ hash, size }) => (hash === undefined ? [size] : [])))
  const edited = new Map(present.map((picture) => [picture.path, picture]))
  const mayBeMoved = ({ id, size }: RememberedPicture) =>
    !found.has(id) && size !== undefined && unread.has(size)
  const waiting = new Set(present.filter(mayBeMoved).map(({ path }) => path))
  takeAll(({ path }) => (waiting.has(path) ? undefined : edited.get(path)))
  takeAll(({ path, hash, size }) =>
    waiting.has(path)
      ? undefined
      : { id: give.id(path), names: [give.name(path)], hash, size, path },
  )

  if (present.every(({ id }) => found.has(id))) return { pictures, memory: next }
  const ages = new Map(Array.from(next.keys(), (id, age) => [id, age]))
  const copies = Map.groupBy(
    [...next.values()].filter(({ id }) => found.has(id)),
    ({ hash }) => hash,
  )
  for (const picture of present) {
    const { id, path, hash } = picture
    if (found.has(id)) continue
    if (listed.has(path) && !pictures.has(path)) {
      if (!listed.get(path)) pictures.set(path, picture)
      continue
    }
    next.set(id, { ...picture, goneSince: now })
    const copy = copies.get(hash)?.pop()
    if (copy === undefined || Number(ages.get(copy.id)) < Number(ages.get(id))) continue
    take(copy, picture)
    next.set(copy.id, { ...copy, goneSince: now })
  }
  return { pictures, memory: next }
}

const isPresent = ({ goneSince }: RememberedPicture) => goneSince === undefined

const toNames = (names: Names, path: string, give: NameGiver): Names => {
  const fits = (name: string) => toFileFormat(name) === toFileFormat(path)
  if (fits(names[0])) return names
  const name = names.find(fits) ?? give.name(path)
  return [name, ...names.filter((other) => other !== name)]
}

type NameGiver = ReturnType<typeof createNameGiver>

const createNameGiver = (remembered: readonly RememberedPicture[]) => {
  // `/images/lake.jpg` is an address of the picture with the id `lake`, so no other picture gets the id `lake.jpg`.
  const ids = new Set([...routeNames, ...remembered.map(({ id }) => withoutPictureExtension(id))])
  const names = new Set(remembered.flatMap((picture) => picture.names))
  return {
    id: (path: string) => {
      const isFree = (id: string) => isRowId(id) && !ids.has(withoutPictureExtension(id))
      const id = first(candidateIds(path), isFree)
      ids.add(withoutPictureExtension(id))
      return id
    },
    name: (path: string) => {
      const name = first(candidateNames(path.normalize('NFC')), (each) => !names.has(each))
      names.add(name)
      return name
    },
  }
}

const first = (candidates: Iterable<string>, isFree: (text: string) => boolean): string => {
  for (const text of candidates) if (isFree(text)) return text
  throw new Error('The candidates never end')
}

/** An id is the name of the file, or `folder-name`, or its name with a hash of its path. */
function* candidateIds(path: string) {
  const names = namesOf(path)
  for (const name of names) yield [...name].length <= longest ? name : withDigest(name, path, 0)
  for (let turn = 0; ; turn += 1) {
    yield withDigest(names[0], path, turn)
    yield toDigest(path, turn)
  }
}

function* candidateNames(path: string) {
  const [, stem = '', extension = ''] = /^(.*?)(\.[^./]*)?$/s.exec(path) ?? []
  yield path
  for (let turn = 0; ; turn += 1) yield `${stem}-${toDigest(path, turn)}${extension}`
}

const longest = 100
const withDigest = (name: string, path: string, turn: number) =>
  `${[...name].slice(0, longest).join('')}-${toDigest(path, turn)}`
const toDigest = (path: string, turn: number) =>
  digestOf('sha256', turn === 0 ? path : `${path}\n${turn}`).slice(0, 8)
