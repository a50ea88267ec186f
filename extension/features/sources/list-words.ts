import { decodePart } from '../../../shared/ids.ts'
import { toHost } from '../../remote/problem.ts'
import { siteOf } from '../settings/source-names.ts'

/** The query that says which pictures of a source are in a list. Other sources have none. */
export const wordsOf = (name: string): URLSearchParams =>
  new URLSearchParams(name.slice(0, -siteOf(name).length).replace(/\+$/, ''))

export const listIds = (name: string): string[] =>
  (wordsOf(name).get('ids') ?? '').split(',').filter(Boolean).map(decodePart)

/** The name of a list, such as `@ada · walls.example`, or of another source with an address. */
export const toAddressLabel = (name: string): string =>
  [...[...wordsOf(name)].map(([word, value]) => toText(word, value)), toHost(name)]
    .join(' · ')
    // A link with marks of the text direction could write another host at the end.
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

const toText = (word: string, value: string) => {
  if (word === 'ids') return `♥ ${value.split(',').length}`
  return word === 'from' ? `@${value}` : value
}
