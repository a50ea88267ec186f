import { parseCreditedRow } from '../../../../shared/catalogue/credits.ts'
import { toDetail } from '../../../../shared/catalogue/wallpaper-detail.ts'
import { isAtLeast } from '../../../../shared/filter-rules.ts'
import { encodePath } from '../../../../shared/ids.ts'
import { fromJson, isRecord, toNumber, toText } from '../../../../shared/unknown.ts'
import type { WallpaperDetail } from '../../../../shared/wallpaper.ts'
import type { Sizing } from '../source.ts'
import type { CataloguePlace } from './address.ts'
import type { StoredCatalogue } from './catalogue-store.ts'

export const noSizing: Sizing = { screen: undefined, saves: false }

interface DescribedRow {
  detail: WallpaperDetail
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
): Promise<WallpaperDetail[]> => {
  const texts = await Promise.all(
    chosen.map((row) => text.slice(rows.starts[row], rows.ends[row]).text()),
  )
  const context = { folder: new URL('.', place.index).href, isOwn: state.layout === 'own', sizing }
  const described = texts.flatMap((each) => describe(fromJson(each), context))
  if (sizing.saves) described.sort((one, other) => one.bytes - other.bytes)
  return described.map(({ detail }) => detail)
}

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
  const { url, preview_url, image_url, bytes } = raw
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
  return [{ detail, bytes: preview === full ? toNumber(bytes, Number.MAX_SAFE_INTEGER) : 0 }]
}
