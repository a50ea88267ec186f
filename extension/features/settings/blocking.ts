import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import type { Blocked } from './setting-values.ts'

// With more blocked wallpapers, categories and tags than this, the oldest are dropped.
const maxBlocked = 500

type Kinded = Pick<WallpaperDetail, 'id' | 'category' | 'tags'>

export const isBlocked = ({ id, category, tags }: Kinded, list: readonly Blocked[]): boolean =>
  list.some(({ kind, name }) => {
    if (kind === 'wallpaper') return name === id
    return kind === 'category' ? isSame(name, category) : tags.some((tag) => isSame(tag, name))
  })

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export const addBlocked = (list: readonly Blocked[], added: Blocked): Blocked[] =>
  [...removeBlocked(list, added), added].slice(-maxBlocked)

export const removeBlocked = (list: readonly Blocked[], removed: Blocked): Blocked[] =>
  list.filter(({ kind, name }) => kind !== removed.kind || name !== removed.name)

export const listBlockedIds = (list: readonly Blocked[]): string[] =>
  list.filter(({ kind }) => kind === 'wallpaper').map(({ name }) => name)
