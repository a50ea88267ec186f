import {
  type FilterName,
  readFilters,
  type WallpaperFilters,
  type WrittenFilters,
} from '../../../shared/filters.ts'
import type { DeviceType } from '../../../shared/wallpaper.ts'
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

type AskedFilters = { [Name in FilterName]?: WrittenFilters[Name] | undefined }

/** What to ask a catalogue for. The filters are texts, as in the query of a request. */
export type Filters = AskedFilters & {
  source: Settings['source']
  /** The name of the catalogue that is asked. Empty for favorites, which may come from several. */
  catalogue: string
}

export const toFilters = (settings: Settings, screen: ScreenSize, catalogue: string): Filters => {
  const screenSize = `${screen.width}x${screen.height}`
  return {
    catalogue,
    type: toType(settings.device, screen),
    ratio: settings.device === 'fit' ? screenSize : undefined,
    atleast: settings.device === 'sharp' ? screenSize : undefined,
    category: settings.category ?? undefined,
    color: settings.color ?? undefined,
    // Only servers know the favorites of other people.
    source: isList(settings.source) && kindOf(catalogue) !== 'server' ? 'all' : settings.source,
  }
}

const toType = (
  device: Settings['device'],
  { width, height }: ScreenSize,
): DeviceType | undefined => {
  if (device === 'any') return undefined
  if (device === 'desktop' || device === 'mobile') return device
  return width >= height ? 'desktop' : 'mobile'
}

/** Returns filters for the selection rules that servers and catalogues without a server share. */
export const toWallpaperFilters = (written: AskedFilters): WallpaperFilters =>
  readFilters((name) => written[name])

// Identifies a choice of filters. The device `screen` is not replaced by a shape, so that moving a window to a
// portrait monitor does not discard the wallpapers for the landscape monitor.
export const toFiltersKey = ({ catalogues, device, category, color, source }: Settings): string =>
  JSON.stringify([catalogues.join(' '), device, category, color, source])
