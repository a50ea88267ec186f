export const toView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const toText = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

export const typeAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))

/** Whether FF and this byte belong to the pixels of a JPEG and are not a marker (ITU T.81 §B.1.1). */
export const isOfScan = (code = 0): boolean =>
  code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd7)

/** How long a color table of a GIF is, from the byte that describes it (GIF89a §18 and §20). */
export const colorTableBytes = (packed: number): number =>
  packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0

/** Reads the head of a box (ISO 14496-12 §4.2). A box of length 0 takes all that is `left` of its container. */
export const readBoxHead = (view: DataView, at: number, left: number) => {
  const short = view.getUint32(at)
  const isLong = short === 1
  const length = isLong ? Number(view.getBigUint64(at + 8)) : short || left
  return { type: typeAt(view, at + 4), length, headBytes: isLong ? 16 : 8 }
}
