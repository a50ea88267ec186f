import type { DeviceType } from '../../../shared/wallpaper.ts'
import type { WallpaperFilters } from '../../../shared/wallpaper-filters.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toOneOf, toRecord, toText, toTextOrNull } from '../../platform/unknown.ts'
import { kindOf, readCatalogues } from './catalogues.ts'
import {
  budgets,
  devices,
  isList,
  parseBlocked,
  parseDarkTimes,
  parseSource,
  parseVeil,
  rotations,
  savings,
  toValues,
} from './setting-values.ts'

// The longest name in the greeting. A longer name would cover the wallpaper.
export const nameLength = 40

/** Turns stored settings into valid ones. A missing or invalid setting gets its default from here. */
export const parseSettings = (value: unknown) => {
  const stored = toRecord(value)
  const budget: number = budgets.find((size) => size === stored.budget) ?? 200
  return {
    /** Where wallpapers come from. Empty until a choice is made. */
    catalogues: readCatalogues(stored.catalogues),
    device: toOneOf(stored.device, devices, 'screen'),
    category: toTextOrNull(stored.category),
    color: toTextOrNull(stored.color),
    rotation: toOneOf(stored.rotation, rotations, 'tab'),
    darker: parseDarkTimes(stored.darker),
    source: parseSource(stored.source),
    blocked: parseBlocked(stored.blocked),
    clock: stored.clock !== false,
    date: stored.date !== false,
    greeting: stored.greeting !== false,
    greetingName: toText(stored.greetingName).slice(0, nameLength),
    saveData: toOneOf(stored.saveData, savings, 'auto'),
    budget,
    ...parseVeil(stored),
  }
}

export type Settings = ReturnType<typeof parseSettings>

export const defaultSettings = /* @__PURE__ */ parseSettings({})

export const settingsItem = createStoredItem<Settings>({ key: 'settings', parse: parseSettings })

export type Filters = Pick<Settings, 'category' | 'color' | 'source'> & {
  /** The name of the catalogue that is asked. Empty for favorites, which may come from several. */
  catalogue: string
  type: DeviceType | null
  /** The width and the height of the screen, such as `3440x1440`. */
  ratio: string | null
  /** The size of the smallest picture, in pixels. */
  atleast: ScreenSize | null
  tone: 'dark' | null
}

export const toFilters = (settings: Settings, screen: ScreenSize, catalogue: string): Filters => ({
  catalogue,
  type: toType(settings.device, screen),
  ratio: settings.device === 'fit' ? `${screen.width}x${screen.height}` : null,
  atleast: settings.device === 'sharp' ? screen : null,
  category: settings.category,
  color: settings.color,
  // Only servers know the favorites of other people.
  source: isList(settings.source) && kindOf(catalogue) !== 'server' ? 'all' : settings.source,
  tone: null,
})

const toType = (device: Settings['device'], { width, height }: ScreenSize): DeviceType | null => {
  if (device === 'any') return null
  if (device === 'desktop' || device === 'mobile') return device
  return width >= height ? 'desktop' : 'mobile'
}

/** Returns filters for the selection rules that servers and catalogues without a server share. */
export const toWallpaperFilters = ({
  type,
  category,
  color,
  ratio,
  atleast,
  tone,
}: Filters): WallpaperFilters => ({
  type: type ?? undefined,
  category: toList(category),
  color: toList(color),
  ratio: toList(ratio),
  atleast: atleast ?? undefined,
  tone: tone ?? undefined,
})

const toList = (filter: string | null) => (filter ? toValues(filter) : undefined)

// Identifies a choice of filters. The device `screen` is not replaced by a shape, so that moving a window to a
// portrait monitor does not discard the wallpapers for the landscape monitor.
export const toFiltersKey = ({ catalogues, device, category, color, source }: Settings): string =>
  JSON.stringify([catalogues.join(' '), device, category, color, source])
