import type { Favorite } from '../../../extension/features/favorites/favorites.ts'
import type { Filters } from '../../../extension/features/settings/settings.ts'
import type {
  BundledWallpaper,
  Deck,
  DeckWallpaper,
  Upcoming,
} from '../../../extension/features/wallpaper/deck.ts'
import { emptyDeck } from '../../../extension/features/wallpaper/parse-deck.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'

export const makeDetail = (part: Partial<WallpaperDetail> = {}): WallpaperDetail => {
  const id = part.id ?? 'lake'
  return {
    title: 'A lake',
    description: 'A lake at dawn',
    category: 'nature',
    type: 'desktop',
    width: 3840,
    height: 2160,
    format: 'jpg',
    tags: [],
    colors: ['blue'],
    palette: [],
    color: '#204060',
    luminance: 0.2,
    placeholder: null,
    focal_point: null,
    credit: null,
    credit_url: null,
    license: null,
    license_url: null,
    source_url: null,
    created_at: null,
    url: `http://server.test/main/${id}.jpg`,
    preview_url: `http://server.test/cache/${id}.jpg`,
    image_url: `http://server.test/images/${id}`,
    ...part,
    id,
  }
}

export const makeWallpaper = (part: Partial<DeckWallpaper> = {}): DeckWallpaper => {
  const {
    format: _f,
    created_at: _c,
    focal_point: _fp,
    placeholder: _p,
    ...kept
  } = makeDetail(part)
  return {
    ...kept,
    light: part.light ?? null,
    focal: part.focal ?? null,
    taken_on: part.taken_on ?? null,
    place: part.place ?? null,
    terms: part.terms ?? '',
    beside: part.beside ?? '',
    catalogue: part.catalogue ?? 'http://server.test',
  }
}

export const makeFavorite = (id: string, part: Partial<Favorite> = {}): Favorite => ({
  ...{ id, title: id, color: null, preview_url: '' },
  ...part,
})

export const makeFilters = (part: Partial<Filters> = {}): Filters => ({
  catalogue: 'http://server.test',
  list: 'all',
  ...part,
})

export const makeUpcoming = (id: string, part: Partial<Upcoming> = {}): Upcoming => ({
  wallpaper: makeWallpaper({ id }),
  filters: '',
  bytes: 1000,
  forDark: false,
  showFrom: null,
  ...part,
})

export const makeDeck = (part: Partial<Deck> = {}): Deck => ({ ...emptyDeck, ...part })

const makeBundled = (id: string): BundledWallpaper => ({
  id,
  title: id,
  description: '',
  color: '#112233',
  luminance: 0.3,
  light: null,
  focal: null,
})

export const bundle = ['one', 'two', 'three'].map(makeBundled)

export const darkBundled: BundledWallpaper = {
  ...makeBundled('dark'),
  color: '#000011',
  luminance: 0.01,
}
