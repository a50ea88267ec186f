import type { DeviceType } from '../../../shared/wallpaper.ts'
import { toOneOf, toRecord, toText, toTextOrNull } from '../../platform/unknown.ts'
import { type Blocked, parseBlocked } from '../blocked/blocked.ts'
import { type Rotation, rotations } from '../wallpaper/deck.ts'
import { noVeil, parseVeil, type Veil } from '../wallpaper/veil.ts'
import { parseSource, type Source } from './source.ts'

/** Which shape of wallpaper; `screen` follows the screen that the tab is on. */
export const devices = ['screen', 'desktop', 'mobile', 'any'] as const
export type Device = (typeof devices)[number]

/** When fewer and smaller pictures are fetched; `auto`: when the connection is slow or costs money. */
export const savings = ['auto', 'always', 'never'] as const
export type Saving = (typeof savings)[number]

export const budgets = [50, 100, 200, 500, 1000] as const

/** What the person chose. `null` filters nothing. */
export type Settings = {
  /** Origin and path of the catalogue server, without a slash at the end. */
  server: string
  device: Device
  category: string | null
  color: string | null
  rotation: Rotation
  source: Source
  /** What is never shown, the newest last. */
  blocked: Blocked[]
  /** What the new tab shows over the wallpaper. */
  clock: boolean
  date: boolean
  greeting: boolean
  /** Whom it greets; empty for nobody by name. */
  greetingName: string
  saveData: Saving
  /** What all stored pictures may weigh together, in megabytes. */
  budget: number
} & Veil

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

/** The settings as they were stored; each that cannot be read has its default. */
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

/** An address as `parseServer` leaves it, which is the only form that is ever stored. */
const isServer = (value: unknown): value is string =>
  typeof value === 'string' && /^https?:\/\/[^\s?#@]*[^\s?#@/]$/.test(value) && URL.canParse(value)

/** What a wallpaper must be to be shown: the settings without what only concerns the page. */
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
 * Names the choice of filters. `screen` stays `screen`: moving a window to an upright monitor must
 * not throw away what was fetched for the other one.
 */
export const toFiltersKey = ({ server, device, category, color, source }: Settings): string =>
  JSON.stringify([server, device, category, color, source])
