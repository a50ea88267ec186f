import { isList, type Source } from '../settings/setting-values.ts'
import { factsOf, sourceOf } from './all.ts'

interface Chosen {
  catalogues: readonly string[]
}

/** The address of the Fresco server, which alone has accounts and public lists. A person has one account, so one server counts. */
export const serverIn = ({ catalogues }: Chosen): string | undefined =>
  catalogues.find((name) => factsOf(name).hasAccounts)

/** The source whose picture of the day tabs show. */
export const daySourceIn = ({ catalogues }: Chosen): string | undefined =>
  serverIn({ catalogues }) ?? catalogues.find((name) => sourceOf(name).hasDays)

export const withServer = ({ catalogues }: Chosen, server: string | undefined): string[] => [
  ...catalogues.filter((name) => !factsOf(name).hasAccounts),
  ...(server ? [server] : []),
]

export const withSource = ({ catalogues }: Chosen, name: string, isOn: boolean): string[] => [
  ...catalogues.filter((one) => one !== name),
  ...(isOn ? [name] : []),
]

/** The sources that count. A backup or the browser's sync may bring a second server. */
export const listUsed = ({ catalogues }: Chosen): string[] => {
  const server = serverIn({ catalogues })
  return catalogues.filter((name) => !factsOf(name).hasAccounts || name === server)
}

interface ChosenList extends Chosen {
  source: Source
}

/** Whether new wallpapers are fetched. Every tab has the built-in pictures anyway. */
export const asksAny = ({ catalogues, source }: ChosenList): boolean =>
  source === 'favorites' || catalogues.some((name) => !factsOf(name).isBundled)

/** The sources to ask for upcoming wallpapers. An empty name stands for the favorites, which may come from several. */
export const listAsked = ({ catalogues, source }: ChosenList): readonly string[] => {
  if (source === 'favorites') return ['']
  const server = serverIn({ catalogues })
  if (isList(source) && server) return [server]
  return asksAny({ catalogues, source }) ? listUsed({ catalogues }) : []
}
