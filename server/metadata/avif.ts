import { readBoxHead, toView } from '../../shared/pictures/containers.ts'
import {
  collectParts,
  createReadLimit,
  DamagedPictureError,
  type FileSpan,
  type PictureBytes,
  type PicturePart,
} from './picture-bytes.ts'

interface Box extends FileSpan {
  type: string
  /** Where the content begins, after the length and the type. */
  content: number
}

const pictureBoxes = new Set('ftyp styp meta mdat moov moof sidx mfra'.split(' '))
const pictureItems = new Set('av01 grid iovl iden tmap hvc1 jpeg'.split(' '))
/** Boxes that hold other boxes, and the bytes in front of those. */
const containers = new Map([
  ...['moov', 'trak', 'iprp', 'ipco'].map((type) => [type, 0] as const),
  ['meta', 4],
])
const privateBoxes = new Set(['uuid', 'udta', 'udes', 'meta', 'xml ', 'bxml', 'free', 'skip'])

/**
 * Finds what to send of an AVIF (ISO 14496-12, 23008-12). Other parts of the file refer to positions in it, so metadata
 * is overwritten with zeros where it is. So is data that no item names, unless the file has tracks, which name their data
 * in another way. Decoders learn the orientation from elsewhere (`irot`, `imir`).
 * @throws Error when the file's list of items cannot be read
 */
export const findAvifParts = async (file: PictureBytes): Promise<PicturePart[]> => {
  const boxes = await readBoxes(file, { from: 0, to: file.size })
  const end = boxes.findLast(({ type }) => pictureBoxes.has(type))?.to ?? 0
  const blanks: FileSpan[] = []
  const needed: FileSpan[] = [{ from: end, to: end }]
  const hasTracks = boxes.some(({ type }) => type === 'moov' || type === 'moof')
  for (const box of boxes) {
    if (box.to > end) break
    needed.push(box.type === 'mdat' && !hasTracks ? { from: box.from, to: box.content } : box)
    if (!pictureBoxes.has(box.type)) blanks.push(...toBlank(box))
    else if (box.type === 'meta') {
      const { pictures, others } = await findItems(file, box)
      needed.push(...pictures)
      blanks.push(...others)
    }
    if (containers.has(box.type)) blanks.push(...(await findInside(file, box)))
  }
  return overwrite([...blanks, ...findGaps(needed)], end)
}

const findGaps = (spans: readonly FileSpan[]): FileSpan[] => {
  let at = 0
  return spans.toSorted(byStart).flatMap(({ from, to }) => {
    const gap = { from: at, to: from }
    at = Math.max(at, to)
    return gap.from < gap.to ? [gap] : []
  })
}

const byStart = (one: FileSpan, other: FileSpan) => one.from - other.from

const overwrite = (blanks: readonly FileSpan[], end: number): PicturePart[] => {
  const { parts, keep, add } = collectParts()
  let at = 0
  for (const { from, to } of blanks.toSorted(byStart)) {
    if (to <= at || from >= end) continue
    const start = Math.max(at, from)
    keep(at, start)
    for (at = start; at < Math.min(to, end); at += zeros.length)
      add(zeros.subarray(0, Math.min(zeros.length, Math.min(to, end) - at)))
    at = Math.min(to, end)
  }
  keep(at, end)
  return parts
}

// Shared by all pictures, so that a long blank takes no memory.
const zeros = new Uint8Array(64 * 1024)

/** A box of type `\0\0\0\0` is unknown to decoders, which skip it. */
const toBlank = ({ from, content, to }: Box): FileSpan[] => [
  { from: from + 4, to: from + 8 },
  { from: content, to },
]

const findInside = async (file: PictureBytes, box: Box): Promise<FileSpan[]> => {
  const from = box.content + (containers.get(box.type) ?? 0)
  const blanks: FileSpan[] = []
  for (const inner of await readBoxes(file, { from, to: box.to })) {
    if (privateBoxes.has(inner.type)) blanks.push(...toBlank(inner))
    else if (containers.has(inner.type)) blanks.push(...(await findInside(file, inner)))
  }
  return blanks
}

const readBoxes = async (file: PictureBytes, { from, to }: FileSpan): Promise<Box[]> => {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    const { type, length, headBytes } = readBoxHead(toView(await file.at(at, 16)), 0, to - at)
    if (length < 8) break
    const end = Math.min(at + length, to)
    boxes.push({ type, from: at, to: end, content: at + headBytes })
    at = end
  }
  return boxes
}

const mostMetaBytes = 4_000_000

// Finds the data of all items. Those that are not pictures are EXIF, XMP, and what other programs have added.
const findItems = async (file: PictureBytes, meta: Box) => {
  const inside = await readBoxes(file, { from: meta.content + 4, to: meta.to })
  const find = async (wanted: string) => {
    const box = inside.find(({ type }) => type === wanted)
    if (box === undefined) return undefined
    if (box.to - box.content > mostMetaBytes)
      throw new DamagedPictureError(`The box ${wanted} is too long`)
    return { ...box, fields: createFields(await file.at(box.content, box.to - box.content)) }
  }
  const infos = await find('iinf')
  const pictures = infos ? await findPictures(file, infos) : new Set()
  const locations = await find('iloc')
  const data = inside.find(({ type }) => type === 'idat')
  const items = locations ? readLocations(locations.fields, data?.content) : []
  const spansOf = (arePictures: boolean) =>
    items.flatMap(({ id, spans }) => (pictures.has(id) === arePictures ? spans : []))
  return { pictures: spansOf(true), others: spansOf(false) }
}

const findPictures = async (file: PictureBytes, infos: Box & { fields: Fields }) => {
  const from = infos.content + (infos.fields.readVersion() === 0 ? 6 : 8)
  const ids = new Set<number>()
  for (const { content } of await readBoxes(file, { from, to: infos.to })) {
    const fields = createFields(await file.at(content, 16))
    const version = fields.readVersion()
    const id = fields.read(version < 3 ? 2 : 4)
    fields.read(2)
    if (version >= 2 && pictureItems.has(fields.readText(4))) ids.add(id)
  }
  return ids
}

const readLocations = (fields: Fields, dataAt: number | undefined) => {
  const version = fields.readVersion()
  const sizes = fields.read(2)
  const [offsetSize = 0, lengthSize = 0, baseSize = 0, indexSize = 0] = [12, 8, 4, 0].map(
    (shift) => (sizes >> shift) & 15,
  )
  const count = fields.read(version < 2 ? 2 : 4)
  return Array.from({ length: count }, () => {
    const id = fields.read(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : fields.read(2) & 15
    fields.read(2)
    const base = fields.read(baseSize)
    const spans = Array.from({ length: fields.read(2) }, () => {
      if (version > 0) fields.read(indexSize)
      const from = base + fields.read(offsetSize) + (method === 1 ? (dataAt ?? 0) : 0)
      return { from, to: from + fields.read(lengthSize) }
    })
    return { id, spans: method > 1 ? [] : spans }
  })
}

/** Reads the fields of a box one after the other. Throws a RangeError at the end of the box. */
const createFields = (bytes: Uint8Array) => {
  const view = toView(bytes)
  // A box may say that its fields take no bytes, and that there are billions of them.
  const countRead = createReadLimit()
  let at = 0
  const read = (length: number): number => {
    countRead()
    let value = 0
    for (let n = 0; n < length; n += 1, at += 1) value = value * 256 + view.getUint8(at)
    return value
  }
  return {
    read,
    readVersion: () => {
      const version = read(1)
      read(3)
      return version
    },
    readText: (length: number) =>
      Array.from({ length }, () => String.fromCharCode(read(1))).join(''),
  }
}

type Fields = ReturnType<typeof createFields>
