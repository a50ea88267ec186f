import { browser } from 'wxt/browser'
import type messages from '../../public/_locales/en/messages.json'

type Messages = typeof messages

type Values = Record<string, string | number>

export type TextKey = keyof Messages

/** The messages without a placeholder. */
export type PlainKey = {
  [K in TextKey]: Messages[K] extends { placeholders: unknown } ? never : K
}[TextKey]

/** What stands for the placeholders of a message, by name; nothing for a message without any. */
type ValuesOf<K extends TextKey> = Messages[K] extends { placeholders: infer P }
  ? [values: Record<keyof P, string | number>]
  : []

/** `x` of the messages `x_one`, `x_few`, … `x_other`, which differ by a number. */
type CountedKey = { [K in TextKey]: K extends `${infer Start}_other` ? Start : never }[TextKey]

/**
 * The text in the browser's language, from `public/_locales/`. The values take the places that the
 * names of the placeholders have in the alphabet; numbers are written as the language writes them.
 */
export const t = <K extends TextKey>(key: K, ...[values]: ValuesOf<K>): string => read(key, values)

/** The text for a number of things: the message has the placeholder `count`, and maybe others. */
export const tCount = (key: CountedKey, count: number, values?: Values): string => {
  const all = { ...values, count }
  const form = new Intl.PluralRules(textLocale()).select(count)
  return read(`${key}_${form}`, all) || read(`${key}_other`, all)
}

/** The text of one of many cases, each a message `x_case`; they name the same things in the same order. */
export const tCase = (key: `${string}_${string}`, values: Values): string => read(key, values)

/** The language of the texts (BCP 47): the browser's own if it is spoken here, else English. */
export const textLocale = (): string => {
  const [spoken, wanted] = [t('locale'), browser.i18n.getUILanguage()]
  // Without any texts (see `readTexts`) a page must still work: an empty language is an error of `Intl`.
  return spoken === '' || toLanguage(wanted) === toLanguage(spoken) ? wanted : spoken
}

/**
 * For the background: has the browser read the texts. Chromium does so once for all pages, and a tab
 * that is closed in that moment would leave the others without any.
 */
export const readTexts = (): void => void t('locale')

/** Tells the page in which language and direction its texts are. */
export const applyTextLocale = ({ documentElement }: Document): void => {
  documentElement.lang = t('locale')
  documentElement.dir = t('direction')
}

// The generated types know the keys of the last `wxt prepare`; ours are those of the file.
interface I18n {
  getMessage(key: string, values: string[]): string
}

const read = (key: string, values: Values = {}): string =>
  (browser.i18n as I18n).getMessage(
    key,
    Object.keys(values)
      .sort()
      .map((name) => toWritten(values[name] ?? '')),
  )

const toWritten = (value: string | number) =>
  typeof value === 'number' ? value.toLocaleString(textLocale()) : value

const toLanguage = (locale: string) => locale.split(/[-_]/)[0]
