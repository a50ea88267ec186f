import type { Settings } from '../settings/settings.ts'
import { firstServer, siteOf } from '../settings/source-names.ts'
import { factsOf, sourceOf } from './all.ts'

interface Chosen {
  sources: readonly string[]
}

const hasAccounts = (name: string) => factsOf(name).hasAccounts

/**
 * The address of the Fresco server, which alone has accounts and public lists. A person has one account, so one server
 * counts. Somebody's list does not move the account to the server of that list. It only keeps the account at the server
 * that this extension was built for.
 */
export const serverIn = ({ sources }: Chosen): string | undefined =>
  wholeServerIn({ sources }) ??
  sources.map(siteOf).find((site) => site === firstServer && hasAccounts(site))

export const wholeServerIn = ({ sources }: Chosen): string | undefined => sources.find(hasAccounts)

export const daySourceIn = ({ sources }: Chosen): string | undefined =>
  wholeServerIn({ sources }) ?? sources.find((name) => sourceOf(name).hasDays)

export const withServer = ({ sources }: Chosen, server: string | undefined): string[] => [
  ...sources.filter((name) => !factsOf(name).hasAccounts),
  ...(server ? [server] : []),
]

export const withSource = ({ sources }: Chosen, name: string, isOn: boolean): string[] => [
  ...sources.filter((one) => one !== name),
  ...(isOn ? [name] : []),
]

/** The sources that count. A backup or the browser's sync may bring a second server. */
export const listUsed = ({ sources }: Chosen): string[] => {
  const server = serverIn({ sources })
  return sources.filter((name) => !factsOf(name).hasAccounts || name === server)
}

type ChosenList = Chosen & Pick<Settings, 'list'>

/** Whether new wallpapers are fetched. Every tab has the built-in pictures anyway. */
export const asksAny = ({ sources, list }: ChosenList): boolean =>
  list === 'favorites' || sources.some((name) => !factsOf(name).isBundled)

/** The sources to ask for upcoming wallpapers. An empty name stands for the favorites, which may come from several. */
export const listAsked = ({ sources, list }: ChosenList): readonly string[] => {
  if (list === 'favorites') return ['']
  return asksAny({ sources, list }) ? listUsed({ sources }) : []
}
