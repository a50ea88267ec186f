import { type Filter, type FilterName, filters } from '../../shared/filters.ts'
import { isSame } from '../../shared/unknown.ts'
import { type AddressWord, clockWords, readWords } from '../features/settings/address-words.ts'
import { t } from '../platform/browser/texts.ts'

const examples: Partial<Record<FilterName | AddressWord | 'key', string>> = {
  category: 'nature,art',
  tag: 'lake,-people',
  color: 'blue,336699',
  type: 'desktop, mobile',
  tone: 'dark, light',
  ratio: '16x9,landscape',
  atleast: '1920x1080',
  on: 'today',
  every: '30',
  today: 'on',
  pairs: 'on',
  caption: 'on',
  clock: clockWords.join(', '),
  off: '22:00-07:00',
  // An exported site consists of files, which cannot answer these words.
  ...(!import.meta.env.WXT_EXPORTED && {
    from: '@ada',
    license: 'free',
    source: '-commons',
    key: '',
  }),
}

/** Says which words of the address are ignored, why, and what is accepted. Returns an empty text if all are right. */
export const explainWords = (search: string): string => {
  const known = new Map(Object.entries(examples))
  const words = [...new URLSearchParams(search)]
  const unknown = words.flatMap(([name]) => (known.has(name) ? [] : name)).join(', ')
  const wrong = words.flatMap(([name, value]) => {
    const example = known.get(name)
    if (!example || isRight(name, value.trim())) return []
    return t('wordWrong', { word: `${name}=${value}`, accepted: `${name}=${example}` })
  })
  const accepted = [...known.keys()].join(', ')
  return [unknown && t('wordUnknown', { word: unknown, accepted }), ...wrong]
    .filter(Boolean)
    .join(' ')
}

const isRight = (name: string, value: string) => {
  const filter = Object.entries<Filter<unknown>>(filters).find(([key]) => key === name)?.[1]
  if (filter) return value === '' || 'value' in filter.read(value)
  return !isSame(readWords(`?${new URLSearchParams({ [name]: value })}`), readWords(''))
}
