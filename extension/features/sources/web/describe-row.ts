import { parseCreditedRow } from '../../../../shared/catalogue/credits.ts'
import { toDetail } from '../../../../shared/catalogue/wallpaper-detail.ts'
import { isAtLeast } from '../../../../shared/filter-rules.ts'
import { encodePath } from '../../../../shared/ids.ts'
import { fromJson, isRecord, toNumber, toText } from '../../../../shared/unknown.ts'
import type { WallpaperDetail } from '../../../../shared/wallpaper.ts'
import type { Sizing } from '../source.ts'
import type { CataloguePlace } from './address.ts'
import type { CatalogueState, StoredCatalogue, WebCatalogueStore } from './catalogue-store.ts'

export const noSizing: Sizing = { screen: undefined, saves: false }

interface DescribedRow {
  detail: WallpaperDetail
  /** Identifies the picture of a converted row, as in `KnownIds`. */
  picture: string | undefined
  /** The size of the file to download while saving data. A preview counts as 0, and an unknown size as very large. */
  bytes: number
}

export interface OpenCatalogue {
  /** Its `index` is the base of relative addresses. */
  place: Pick<CataloguePlace, 'name' | 'index'>
  catalogue: StoredCatalogue
}

export const describeRows = async (
  { place, catalogue: { state, rows, text } }: OpenCatalogue,
  chosen: readonly number[],
  sizing: Sizing,
): Promise<DescribedRow[]> => {
  const texts = await Promise.all(
    chosen.map((row) => text.slice(rows.starts[row], rows.ends[row]).text()),
  )
  const context = { folder: new URL('.', place.index).href, isOwn: state.layout === 'own', sizing }
  const described = texts.flatMap((each) => describe(fromJson(each), context))
  return sizing.saves ? described.toSorted((one, other) => one.bytes - other.bytes) : described
}

/**
 * Describes rows for a tab or a page on which a person may give them a heart. First stores which pictures their ids stand
 * for, so that no id ever stands for another picture. Resolves with `undefined` if another list has replaced `catalogue`.
 */
export const showRows = async (
  store: Pick<WebCatalogueStore, 'update'>,
  opened: OpenCatalogue,
  { chosen, sizing }: { chosen: readonly number[]; sizing: Sizing },
): Promise<WallpaperDetail[] | undefined> => {
  const described = await describeRows(opened, chosen, sizing)
  const { digest, known } = opened.catalogue.state
  const ids = new Set(known.map(([id]) => id))
  const news = described.flatMap(toKnown).filter(([id]) => !ids.has(id))
  if (news.length > 0) {
    const state = await store.update(opened.place.name, (latest) =>
      latest.digest === digest ? withKnown(latest, news) : latest,
    )
    if (state?.digest !== digest) return
  }
  return described.map(({ detail }) => detail)
}

const toKnown = ({ detail, picture }: DescribedRow): CatalogueState['known'] =>
  picture === undefined ? [] : [[detail.id, picture]]

const withKnown = (state: CatalogueState, news: CatalogueState['known']): CatalogueState => ({
  ...state,
  known: [...new Map([...state.known, ...news])],
})

interface Context {
  folder: string
  isOwn: boolean
  sizing: Sizing
}

/** Describes one row of an index. Returns an empty list if it is not a wallpaper. */
export const describe = (raw: unknown, { folder, isOwn, sizing }: Context): DescribedRow[] => {
  const wallpaper = parseCreditedRow(raw)
  if (!wallpaper || !isRecord(raw)) return []
  const { mainFile, cacheFile, renditions = [] } = wallpaper
  const { url, preview_url, image_url, picture, bytes } = raw
  const full = isOwn ? `${folder}main/${encodePath(mainFile)}` : toText(url)
  const small = cacheFile && `${folder}cache/${encodePath(cacheFile)}`
  const preview = (isOwn ? small : toText(preview_url)) || full
  const { screen, saves } = sizing
  const copies = isOwn && screen ? renditions.filter((one) => isAtLeast(one, screen)) : []
  // Copies are sorted by size, so the first one is the smallest that fits the screen.
  const [copy] = copies.map(({ file }) => folder + encodePath(file))
  const image = (isOwn ? copy : toText(image_url)) || full
  const detail = toDetail(wallpaper, {
    full: () => full,
    preview: () => preview,
    image: () => (saves ? preview : image),
  })
  return [
    {
      detail,
      picture: toText(picture) || undefined,
      bytes: preview === full ? toNumber(bytes, Number.MAX_SAFE_INTEGER) : 0,
    },
  ]
}
