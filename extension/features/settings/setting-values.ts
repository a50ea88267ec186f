import { toList, toNumber, toOneOf, toRecord, toText } from '../../platform/unknown.ts'

/** When a new wallpaper is shown. `ask` keeps the current one until the person presses Next. */
export const rotations = ['tab', 'hour', 'day', 'ask'] as const
export type Rotation = (typeof rotations)[number]

/** Which shape of wallpaper. `screen` follows the screen that the tab is on. */
export const devices = ['screen', 'desktop', 'mobile', 'any'] as const
export type Device = (typeof devices)[number]

/** When to download less. `auto` does so when the connection is slow or metered. */
export const savings = ['auto', 'always', 'never'] as const
export type Saving = (typeof savings)[number]

/** In megabytes. */
export const budgets = [50, 100, 200, 500, 1000] as const

/** Which wallpapers of the server: all, the person's favorites, or another user's (`@username`). */
export type Source = 'all' | 'favorites' | List
export type List = `@${string}`

export const isList = (source: unknown): source is List =>
  typeof source === 'string' && /^@./.test(source)

export const parseSource = (value: unknown): Source =>
  value === 'favorites' || isList(value) ? value : 'all'

export interface Veil {
  /** How much darker the wallpaper is, in percent. */
  dim: number
  /** Radius in CSS pixels. */
  blur: number
}

export const maxVeil: Veil = { dim: 80, blur: 40 }

export const noVeil: Veil = { dim: 0, blur: 0 }

export const parseVeil = (value: unknown): Veil => {
  const { dim, blur } = toRecord(value)
  return { dim: toWithin(dim, maxVeil.dim), blur: toWithin(blur, maxVeil.blur) }
}

const toWithin = (value: unknown, most: number) => Math.min(most, Math.max(0, toNumber(value)))

export interface Blocked {
  kind: 'wallpaper' | 'category' | 'tag'
  name: string
  title: string
}

export const parseBlocked = (value: unknown): Blocked[] =>
  toList(value, (element) => {
    const { kind, name, title } = toRecord(element)
    if (!toText(name)) return
    return {
      kind: toOneOf(kind, ['wallpaper', 'category', 'tag'], 'wallpaper'),
      name: toText(name),
      title: toText(title),
    }
  })
