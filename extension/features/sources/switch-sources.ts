import { createStoredItem } from '../../platform/storage/stored-item.ts'
import type { Settings } from '../settings/settings.ts'
import { parseSourceNames, siteOf } from '../settings/source-names.ts'
import { factsOf } from './all.ts'

/** The addresses that a person has switched off, so that nobody has to find them again. */
export const switchedOffItem = createStoredItem({ key: 'sources.off', parse: parseSourceNames })

const hasAccounts = (name: string) => factsOf(name).hasAccounts === true

interface SwitchOptions {
  isOn: boolean
  hasDays: (name: string) => boolean
}

/**
 * Returns what changes when a person switches sources on or off. The addresses of those that are off are remembered. One
 * server counts, so another one takes its place.
 */
export const switchSources = async (
  { sources, rotation }: Pick<Settings, 'sources' | 'rotation'>,
  names: readonly string[],
  { isOn, hasDays }: SwitchOptions,
): Promise<Partial<Settings>> => {
  const isServer = names.some(hasAccounts)
  const others = (all: readonly string[]) =>
    all.filter((name) => !names.includes(name) && !(isServer && hasAccounts(name)))
  // The sources are stored before the settings, because the person may close the page as soon as it shows them.
  const off = isOn ? [] : names.filter((name) => URL.canParse(siteOf(name)))
  await switchedOffItem.update((before) => [...others(before), ...off])
  const left = [...others(sources), ...(isOn ? names : [])]
  return {
    sources: left,
    // Only some sources have a picture of the day.
    ...(rotation === 'today' && !left.some(hasDays) && { rotation: 'day' }),
  }
}
