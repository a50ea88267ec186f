import { colorNames } from '../../../shared/filter-values.ts'
import type { FilterChoices } from '../settings/setting-values.ts'
import type { Settings } from '../settings/settings.ts'
import type { OpenSource } from './all.ts'
import { listUsed } from './chosen.ts'
import { usualChoices } from './server-catalogue.ts'

export const listChoices = async (settings: Pick<Settings, 'sources'>, open: OpenSource) => {
  const list = async (name: string) => (await open(name)).listChoices?.(name)
  const lists = listUsed(settings).map((name) => list(name).catch(() => undefined))
  return joinChoices((await Promise.all(lists)).filter((one) => one !== undefined))
}

export const joinChoices = (lists: readonly FilterChoices[]): FilterChoices => {
  const [first = usualChoices] = lists
  if (lists.length < 2) return first
  const categories = new Map<string, FilterChoices['categories'][number]>()
  for (const { count, ...category } of lists.flatMap((one) => one.categories)) {
    const before = categories.get(category.name)
    const sum = count === undefined ? undefined : count + (before?.count ?? 0)
    categories.set(category.name, {
      ...before,
      ...category,
      ...(sum !== undefined && { count: sum }),
    })
  }
  return {
    categories: [...categories.values()].sort(
      (a, b) => (b.count ?? 0) - (a.count ?? 0) || a.name.localeCompare(b.name),
    ),
    colors: colorNames.filter((name) => lists.some(({ colors }) => colors.includes(name))),
    ...(lists.some(({ takesWords }) => takesWords) && { takesWords: true }),
  }
}
