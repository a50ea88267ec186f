import type { ColorName } from '../../../shared/filter-values.ts'
import { toList, toNumber, toOneOf, toRecord, toText } from '../../../shared/unknown.ts'

export const toggle =
  (isOnAtFirst: boolean) =>
  (stored: unknown): boolean =>
    typeof stored === 'boolean' ? stored : isOnAtFirst

export const oneOf =
  <const T extends readonly string[]>(accepted: T, fallback: T[number]) =>
  (stored: unknown): T[number] =>
    toOneOf(stored, accepted, fallback)

export const within =
  (most: number) =>
  (stored: unknown): number =>
    Math.min(most, Math.max(0, toNumber(stored)))

/**
 * With the rotation `today`, tabs show the server's picture of the day. With `ask`, a wallpaper stays until the
 * person presses Next.
 */
export const rotations = ['tab', 'hour', 'day', 'today', 'ask'] as const
export type Rotation = (typeof rotations)[number]

/**
 * With the shape `screen`, wallpapers are wide or tall like the screen that the tab is on. With `fit`, they also
 * have its ratio of width to height. With `sharp`, they are also at least as large, so that none is enlarged.
 */
export const shapes = ['screen', 'fit', 'sharp', 'desktop', 'mobile', 'any'] as const

export interface FilterChoices {
  categories: { name: string; label?: string | undefined; count?: number }[]
  colors: readonly ColorName[]
  /** A category may be any word. */
  takesWords?: boolean
}

/** With `auto`, the clock has 12 or 24 hours as the language does. The other hours are values of `hourCycle`. */
export const clockChoices = {
  clockSize: ['small', 'medium', 'large'],
  clockPlace: ['top', 'center', 'corner', 'calm'],
  clockStyle: ['system', 'serif', 'light'],
  clockHours: ['auto', 'h12', 'h23'],
} as const

/** With `auto`, the extension downloads less when the connection is slow or metered. */
export const savings = ['auto', 'always', 'never'] as const

/**
 * When tabs show only dark wallpapers: `always`, `system` (while the system is dark), an empty text (never), or from
 * one local time of day until another, such as `19:00-07:00`. Two equal times mean always.
 */
export type DarkTimes = string

export const parseDarkTimes = (value: unknown): DarkTimes =>
  /^(always|system|\d\d:\d\d-\d\d:\d\d)$/.exec(toText(value))?.[0] ?? ''

export const budgets = [50, 100, 200, 500, 1000] as const

export const lists = ['all', 'favorites'] as const

export interface Veil {
  /** How much darker the wallpaper is shown, in percent. 0 leaves it unchanged, and 100 would make it black. */
  dim: number
  /** The radius of the wallpaper's blur in CSS pixels. */
  blur: number
}

export const maxDim = 80
export const maxBlur = 40

export const parseBlocked = (value: unknown) =>
  toList(value, (element) => {
    const { kind, name, title } = toRecord(element)
    if (!toText(name)) return
    return {
      kind: toOneOf(kind, ['wallpaper', 'category', 'tag'], 'wallpaper'),
      name: toText(name),
      title: toText(title),
    }
  })

export type Blocked = ReturnType<typeof parseBlocked>[number]
