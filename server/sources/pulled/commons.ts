import { readCommons, toListAddress } from '../../../shared/catalogue/commons.ts'
import { toText } from '../../../shared/unknown.ts'
import { pickFacts } from '../../adapters/folder/parse-facts.ts'
import { DomainError } from '../../domain-error.ts'
import type { ListedPicture, Lister, ListerKind } from './lister.ts'

/** Featured pictures of Wikimedia Commons, whose subjects are categories. */
export const commons: ListerKind = ({ values: { COMMONS_SUBJECTS: subjects } }) =>
  subjects.length === 0 ? [] : [createCommons(subjects)]

const mostPerSubject = 300
const size = { type: undefined, width: 3840 }

const createCommons = (subjects: readonly string[]): Lister => ({
  name: 'commons',
  setting: 'COMMONS_SUBJECTS',
  origin: 'https://commons.wikimedia.org',
  // Each answer has some of thousands of pictures.
  isWindow: true,
  list: async (ask, signal) => {
    const found = new Map<string, ListedPicture>()
    for (const subject of subjects) {
      let next: ReturnType<typeof readCommons>['next'] = {}
      for (let left = mostPerSubject; next && left > 0; ) {
        const address = toListAddress(subject === 'all' ? '' : subject, size, next)
        if (address === undefined) break
        const answer = readCommons(await (await ask(address, { signal })).json(), { subject })
        if (answer.refusal) throw refused(answer.refusal)
        for (const row of answer.rows) {
          const picture = toPicture(row)
          if (!found.has(picture.key)) found.set(picture.key, picture)
        }
        left -= answer.rows.length
        next = answer.next
      }
    }
    return [...found.values()]
  },
})

const refused = (code: string) =>
  new DomainError('CATALOGUE_UNAVAILABLE', `commons refuses the request (${code.slice(0, 40)})`)

const toPicture = (row: ReturnType<typeof readCommons>['rows'][number]): ListedPicture => {
  const { file_name, image_url, ...facts } = row
  const address = toText(image_url)
  const fields = Object.entries(facts).map(([name, value]) => [name, [value]])
  return {
    key: toText(file_name),
    version: address,
    address,
    facts: pickFacts(Object.fromEntries(fields)),
  }
}
