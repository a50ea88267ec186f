import type { DeviceType } from '../../../shared/wallpaper.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toOneOf, toRecord, toText, toTextOrNull } from '../../platform/unknown.ts'
import {
  type Blocked,
  budgets,
  type Device,
  devices,
  noVeil,
  parseBlocked,
  parseSource,
  parseVeil,
  type Rotation,
  rotations,
  type Saving,
  type Source,
  savings,
  type Veil,
} from './setting-values.ts'

export interface Settings extends Veil {
  /** Origin and path of the catalogue server, without a trailing slash. */
  server: string
  device: Device
  /** `null` allows all categories. */
  category: string | null
  color: string | null
  rotation: Rotation
  source: Source
  blocked: Blocked[]
  clock: boolean
  date: boolean
  greeting: boolean
  greetingName: string
  saveData: Saving
  /** In megabytes. */
  budget: number
}

export const defaultServer: string = import.meta.env.WXT_API_URL || 'http://127.0.0.1:8787'

export const defaultSettings: Settings = {
  server: defaultServer,
  device: 'screen',
  category: null,
  color: null,
  rotation: 'tab',
  source: 'all',
  blocked: [],
  clock: true,
  date: true,
  greeting: true,
  greetingName: '',
  saveData: 'auto',
  budget: 200,
  ...noVeil,
}

/** Longer names would cover the wallpaper. */
export const nameLength = 40

export const parseSettings = (value: unknown): Settings => {
  const stored = toRecord(value)
  return {
    server: isServer(stored.server) ? stored.server : defaultSettings.server,
    device: toOneOf(stored.device, devices, defaultSettings.device),
    category: toTextOrNull(stored.category),
    color: toTextOrNull(stored.color),
    rotation: toOneOf(stored.rotation, rotations, defaultSettings.rotation),
    source: parseSource(stored.source),
    blocked: parseBlocked(stored.blocked),
    clock: stored.clock !== false,
    date: stored.date !== false,
    greeting: stored.greeting !== false,
    greetingName: toText(stored.greetingName).slice(0, nameLength),
    saveData: toOneOf(stored.saveData, savings, defaultSettings.saveData),
    budget: budgets.find((size) => size === stored.budget) ?? defaultSettings.budget,
    ...parseVeil(stored),
  }
}

// Accepts only addresses in the form that `parseServer` returns, because no other form is stored.
const isServer = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\/[^\s?#@]*[^\s?#@/]$/.test(value) && URL.canParse(value)

export const settingsItem = createStoredItem<Settings>({ key: 'settings', parse: parseSettings })

export interface Filters {
  server: string
  type: DeviceType | null
  category: string | null
  color: string | null
  source: Source
}

interface Size {
  width: number
  height: number
}

export const toFilters = (settings: Settings, screen: Size): Filters => ({
  server: settings.server,
  type: toType(settings.device, screen),
  category: settings.category,
  color: settings.color,
  source: settings.source,
})

const toType = (device: Device, { width, height }: Size): DeviceType | null => {
  if (device === 'any') return null
  if (device !== 'screen') return device
  return width >= height ? 'desktop' : 'mobile'
}

/**
 * Identifies the choice of filters. The device `screen` stays `screen` in it, so that moving a window
 * to a portrait monitor does not discard the wallpapers that were fetched for the landscape one.
 */
export const toFiltersKey = ({ server, device, category, color, source }: Settings): string =>
  JSON.stringify([server, device, category, color, source])
