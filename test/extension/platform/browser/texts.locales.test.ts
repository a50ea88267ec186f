import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  clockChoices,
  rotations,
  savings,
  shapes,
} from '../../../../extension/features/settings/setting-values.ts'
import { categoryNames, colorNames } from '../../../../shared/filter-values.ts'

interface Message {
  message: string
  placeholders?: Record<string, { content: string }>
}
type Messages = Record<string, Message>

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (file: string) => readFileSync(root + file, 'utf8')
const readLocale = (locale: string): Messages =>
  JSON.parse(read(`extension/public/_locales/${locale}/messages.json`))

const locales = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'ja', 'pt_BR']
const english = readLocale('en')
const sources = globSync('{extension/**/*.{ts,tsx},wxt.config.ts}', { cwd: root })
  .map(read)
  .join('\n')

/** Removes the suffix of a plural: `x_few` becomes `x`. */
const toBase = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const isCounted = (key: string) => `${toBase(key)}_other` in english && toBase(key) !== key

const formsOf = (locale: string) =>
  new Set(
    Array.from({ length: 200 }, (_, number) =>
      new Intl.PluralRules(locale.replace('_', '-')).select(number),
    ),
  )

const wantedKeys = (locale: string): string[] =>
  Object.keys(english).flatMap((key) => {
    if (!isCounted(key)) return [key]
    if (!key.endsWith('_other')) return []
    return [...formsOf(locale)].map((form) => `${toBase(key)}_${form}`)
  })

const isUsed = (key: string) => {
  const names = [`'${key}'`, `'${toBase(key)}'`, `__MSG_${key}__`]
  const [start, ...end] = key.split('_')
  const isMade =
    sources.includes(`\`${start}_\${`) ||
    sources.includes(`name="${start}"`) ||
    Object.keys(clockChoices).includes(start ?? '')
  return names.some((name) => sources.includes(name)) || (end.length > 0 && isMade)
}

const placeholdersIn = ({ message }: Message) =>
  [...message.matchAll(/\$([A-Za-z]\w*)\$/g)].map(([, name = '']) => name.toLowerCase()).sort()

describe('the texts', () => {
  it('are in all the languages that have a folder, and in no other', () => {
    const folders = globSync('extension/public/_locales/*/messages.json', { cwd: root })
    expect(folders.map((file) => file.split('/').at(-2)).sort()).toEqual(locales)
  })

  it('are all used', () => {
    expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([])
  })

  it('have a word for every choice, and for every category and color that all catalogues know', () => {
    const asked = [
      ...rotations.map((name) => `rotation_${name}`),
      ...shapes.map((name) => `shape_${name}`),
      ...savings.map((name) => `saveData_${name}`),
      ...Object.entries(clockChoices).flatMap(([name, words]) =>
        words.map((word) => `${name}_${word}`),
      ),
      ...categoryNames.map((name) => `category_${name}`),
      ...colorNames.map((name) => `color_${name}`),
    ]
    expect(asked.filter((key) => !(key in english))).toEqual([])
  })

  it('give their placeholders the places of the alphabet', () => {
    for (const [key, { placeholders = {} }] of Object.entries(english)) {
      const places = Object.keys(placeholders)
        .sort()
        .map((name) => placeholders[name]?.content)
      expect(places, key).toEqual(places.map((_, place) => `$${place + 1}`))
    }
  })
})

describe.each(locales)('the texts in %s', (locale) => {
  const messages = readLocale(locale)

  // Browsers show the English text for a missing one.
  it('have every form of a number, and none that the English texts lack', () => {
    const wanted = wantedKeys(locale)
    expect(Object.keys(messages).filter((key) => !wanted.includes(key))).toEqual([])
    const begun = new Set(Object.keys(messages).filter(isCounted).map(toBase))
    const forms = wanted.filter((key) => begun.has(toBase(key)))
    expect(forms.filter((key) => !(key in messages))).toEqual([])
    expect(Object.values(messages).filter(({ message }) => message.trim() === '')).toEqual([])
  })

  it('have the placeholders of the English text', () => {
    for (const [key, message] of Object.entries(messages)) {
      const original = english[isCounted(key) ? `${toBase(key)}_other` : key]
      const listPlaces = ({ placeholders = {} }: Partial<Message> = {}) =>
        Object.entries(placeholders).map(([name, { content }]) => [name, content])
      expect(listPlaces(message), key).toEqual(listPlaces(original))
      // A text for exactly zero, one or two things may leave out the number.
      const names = new Set(placeholdersIn(message))
      if (/_(one|two|zero)$/.test(key)) names.add('count')
      expect([...names].sort(), key).toEqual(Object.keys(original?.placeholders ?? {}).sort())
    }
  })

  it('name their language and direction', () => {
    expect(messages.locale?.message).toBe(locale.replace('_', '-'))
    expect(messages.direction?.message).toBe(locale === 'ar' ? 'rtl' : 'ltr')
  })
})
