import type { FilterName, WrittenFilters } from '../../../shared/filters.ts'
import { toRecord, toText, toTextList, toTextOrNull } from '../../../shared/unknown.ts'
import type { DeviceType } from '../../../shared/wallpaper.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import { createStoredItem, follow, type StoredItem } from '../../platform/storage/stored-item.ts'
import { words } from './address-words.ts'
import {
  budgets,
  clockChoices,
  lists,
  maxBlur,
  maxDim,
  oneOf,
  parseBlocked,
  parseDarkTimes,
  rotations,
  savings,
  shapes,
  toggle,
  within,
} from './setting-values.ts'
import { readSourceNames } from './source-names.ts'

// The longest name in the greeting. A longer name would cover the wallpaper.
export const nameLength = 40

/**
 * All settings. Each reader returns a valid stored value as it is, and the default for any other. The settings page shows
 * each `toggle` without further code, with the text `toggle_…`. Backups and the browser's sync include all settings.
 */
const readers = {
  /** Where wallpapers come from. Empty until a choice is made. */
  sources: readSourceNames,
  shape: oneOf(shapes, 'screen'),
  category: toTextOrNull,
  color: toTextOrNull,
  rotation: oneOf(rotations, 'tab'),
  darker: parseDarkTimes,
  list: oneOf(lists, 'all'),
  blocked: parseBlocked,
  clock: toggle(true),
  clockSize: oneOf(clockChoices.clockSize, 'medium'),
  clockPlace: oneOf(clockChoices.clockPlace, 'top'),
  clockStyle: oneOf(clockChoices.clockStyle, 'system'),
  clockHours: oneOf(clockChoices.clockHours, 'auto'),
  seconds: toggle(false),
  date: toggle(true),
  greeting: toggle(true),
  /** Whether tabs name the author and the license of every picture, and not only if the license demands it. */
  credit: toggle(false),
  greetingName: (stored: unknown) => toText(stored).slice(0, nameLength),
  saveData: oneOf(savings, 'auto'),
  budget: (stored: unknown): number => budgets.find((size) => size === stored) ?? 200,
  dim: within(maxDim),
  blur: within(maxBlur),
  links: toTextList,
}

type Readers = typeof readers
export type Settings = { [Name in keyof Readers]: ReturnType<Readers[Name]> }

export const parseSettings = (value: unknown): Settings => {
  const stored = toRecord(value)
  const read = Object.entries(readers).map(([name, reader]) => [name, reader(stored[name])])
  return Object.fromEntries(read)
}

export const defaultSettings = /* @__PURE__ */ parseSettings({})

export type ToggleName = NamesOf<boolean>

export type TextName = NamesOf<string>

type NamesOf<T> = {
  [Name in keyof Settings]: Settings[Name] extends T ? Name : never
}[keyof Settings]

const storedSettings = createStoredItem<Settings>({ key: 'settings', parse: parseSettings })

const replaced = (others: Partial<Settings>): StoredItem<Settings> => ({
  read: async () => ({ ...(await storedSettings.read()), ...others }),
  update: storedSettings.update,
  onChange: (listener) => storedSettings.onChange((stored) => listener({ ...stored, ...others })),
})

export const settingsItem = import.meta.env.WXT_WEB ? replaced(words.settings) : storedSettings

type AskedFilters = { [Name in FilterName]?: WrittenFilters[Name] | undefined }

/** The filters of a request to a catalogue. They are texts, as in a query. */
export type Filters = AskedFilters & {
  list: Settings['list']
  /** Asks for these pictures, as far as they match. The ids are separated by commas. */
  ids?: string
  /** The name of the catalogue that is asked. Empty for favorites, which may come from several. */
  catalogue: string
}

export const toFilters = (settings: Settings, screen: ScreenSize, catalogue: string): Filters => {
  const screenSize = `${screen.width}x${screen.height}`
  return {
    catalogue,
    type: toType(settings.shape, screen),
    ratio: settings.shape === 'fit' ? screenSize : undefined,
    atleast: settings.shape === 'sharp' ? screenSize : undefined,
    category: settings.category ?? undefined,
    color: settings.color ?? undefined,
    list: settings.list,
  }
}

const toType = (
  shape: Settings['shape'],
  { width, height }: ScreenSize,
): DeviceType | undefined => {
  if (shape === 'any') return undefined
  if (shape === 'desktop' || shape === 'mobile') return shape
  return width >= height ? 'desktop' : 'mobile'
}

// Identifies a choice of filters. The shape `screen` is not replaced by `desktop` or `mobile`, so that moving a window to a
// portrait monitor does not discard the wallpapers for the landscape monitor.
export const toFiltersKey = ({ sources, shape, category, color, list }: Settings): string =>
  JSON.stringify([sources.join(' '), shape, category, color, list])

export const onFiltersChange = (listener: () => void): (() => void) => {
  let filters: string | undefined
  return follow(settingsItem, (settings) => {
    const changed = toFiltersKey(settings)
    if (filters !== undefined && filters !== changed) listener()
    filters = changed
  })
}
