import { colorNames } from '../../../shared/filter-values.ts'
import type { FilterChoices } from '../settings/setting-values.ts'
import type { Settings } from '../settings/settings.ts'
import type { OpenSource } from './all.ts'
import { listUsed } from './chosen.ts'
import { usualChoices } from './server-catalogue.ts'

/** The choices of all chosen sources together. */
export const listChoices = async (settings: Pick<Settings, 'sources'>, open: OpenSource) => {
  const list = async (name: string) => (await open(name)).listChoices?.(name)
  const lists = listUsed(settings).map((name) => list(name).catch(() => undefined))
  return joinChoices((await Promise.all(lists)).filter((one) => one !== undefined))
}

export const joinChoices = (lists: readonly FilterChoices[]): FilterChoices => {
  const [first] = lists
  if (!first) return usualChoices
  if (lists.length === 1) return first
  const counts = new Map<string, number | undefined>()
  const labels = new Map<string, string>()
  for (const { name, label, count } of lists.flatMap(({ categories }) => categories)) {
    if (label !== undefined) labels.set(name, label)
    const before = counts.get(name)
    counts.set(name, count === undefined ? before : count + (before ?? 0))
  }
  return {
    categories: [...counts]
      .map(([name, count]) => ({
        name,
        ...(labels.has(name) && { label: labels.get(name) }),
        ...(count !== undefined && { count }),
      }))
      .sort((a, b) => (b.count ?? 0) - (a.count ?? 0) || a.name.localeCompare(b.name)),
    colors: colorNames.filter((name) => lists.some(({ colors }) => colors.includes(name))),
    ...(lists.some(({ takesWords }) => takesWords) && { takesWords: true }),
  }
}
