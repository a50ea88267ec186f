import type { Filed, FiledRow } from '../catalogue/filed-row.ts'
import type { Orientation } from '../catalogue/wallpaper.ts'

/** Rows in a form that threads exchange quickly: a few arrays, however many rows they are. */
export interface FiledRowsMessage {
  readonly mainFiles: readonly (string | undefined)[]
  /** All rows' `fileHashes`, and how many each row has. */
  readonly fileHashes: Float64Array
  readonly hashCounts: Uint8Array
  /** `undefined` for a row that cannot be shown, which has nothing in what follows. */
  readonly ids: readonly (string | undefined)[]
  /** Width and height by turns, 0 for `undefined`. */
  readonly sizes: Float64Array
  readonly orientations: Uint8Array
  readonly words: readonly string[]
  /** The category, the number of colours and these, each as a number of `words`. */
  readonly numbers: Uint32Array
}

const orientations: readonly (Orientation | undefined)[] = [
  undefined,
  'landscape',
  'portrait',
  'square',
]

export const toFiledRowsMessage = (rows: readonly FiledRow[]): FiledRowsMessage => {
  const shown = rows.map(({ wallpaper }) => wallpaper).filter((each) => each !== undefined)
  const words = new Map<string, number>()
  const numberOf = (word: string) => {
    const known = words.get(word)
    if (known !== undefined) return known
    words.set(word, words.size)
    return words.size - 1
  }
  const numbers: number[] = []
  for (const { category, colors } of shown) {
    numbers.push(numberOf(category), colors.length)
    for (const color of colors) numbers.push(numberOf(color))
  }
  return {
    mainFiles: rows.map(({ mainFile }) => mainFile),
    fileHashes: Float64Array.from(rows.flatMap(({ fileHashes }) => fileHashes)),
    hashCounts: Uint8Array.from(rows, ({ fileHashes }) => fileHashes.length),
    ids: rows.map(({ wallpaper }) => wallpaper?.id),
    sizes: Float64Array.from(shown.flatMap(({ width = 0, height = 0 }) => [width, height])),
    orientations: Uint8Array.from(shown, ({ orientation }) => orientations.indexOf(orientation)),
    words: [...words.keys()],
    numbers: Uint32Array.from(numbers),
  }
}

export function* fromFiledRowsMessage(message: FiledRowsMessage): Generator<FiledRow> {
  const readWallpaper = createWallpaperReader(message)
  let hash = 0
  for (const [at, mainFile] of message.mainFiles.entries()) {
    const id = message.ids[at]
    const from = hash
    hash += message.hashCounts[at]!
    yield {
      mainFile,
      fileHashes: [...message.fileHashes.subarray(from, hash)],
      wallpaper:
        id === undefined || mainFile === undefined ? undefined : readWallpaper(id, mainFile),
    }
  }
}

const createWallpaperReader = ({
  sizes,
  orientations: shapes,
  words,
  numbers,
}: FiledRowsMessage) => {
  let shown = 0
  let at = 0
  const nextWord = () => words[numbers[at++]!]!
  return (id: string, mainFile: string): Filed => {
    const row = shown++
    const category = nextWord()
    const colors: string[] = []
    for (let left = numbers[at++]!; left > 0; left--) colors.push(nextWord())
    return {
      id,
      mainFile,
      category,
      orientation: orientations[shapes[row]!],
      width: sizes[row * 2] || undefined,
      height: sizes[row * 2 + 1] || undefined,
      colors,
    }
  }
}
