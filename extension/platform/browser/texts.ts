import { browser } from 'wxt/browser'
import type messages from '../../public/_locales/en/messages.json'

type Messages = typeof messages

type Values = Record<string, string | number>

type TextKey = keyof Messages

export type PlainKey = {
  [K in TextKey]: Messages[K] extends { placeholders: unknown } ? never : K
}[TextKey]

type ValuesOf<K extends TextKey> = Messages[K] extends { placeholders: infer P }
  ? [values: Record<keyof P, string | number>]
  : []

type CountedKey = { [K in TextKey]: K extends `${infer Start}_other` ? Start : never }[TextKey]

/**
 * Returns a text in the browser's language, from `public/_locales/`. The placeholders of a text are numbered in
 * the alphabetical order of their names.
 */
export const t = <K extends TextKey>(key: K, ...[values]: ValuesOf<K>): string => read(key, values)

export const tCount = (key: CountedKey, count: number, values?: Values): string => {
  const all = { ...values, count }
  const form = new Intl.PluralRules(textLocale()).select(count)
  return read(`${key}_${form}`, all) || read(`${key}_other`, all)
}

export const tCase = (key: `${string}_${string}`, values: Values): string => read(key, values)

/** The page's language (BCP 47): the browser's language, or English if the extension is not translated into it. */
export const textLocale = (): string => {
  const [spoken, wanted] = [t('locale'), browser.i18n.getUILanguage()]
  // Without texts (see `readTexts`), the page must still work, but `Intl` throws for an empty language.
  return spoken === '' || toLanguage(wanted) === toLanguage(spoken) ? wanted : spoken
}

// Chromium loads the texts once for all pages. If a tab starts the loading and is closed at that moment, the
// other pages get no texts. The background therefore reads a text before any tab does.
export const readTexts = (): void => void t('locale')

export const applyTexts = (page: Document, title: string): void => {
  page.documentElement.lang = t('locale')
  page.documentElement.dir = t('direction')
  page.title = title
}

// WXT's generated types know only the text keys of the last `wxt prepare`. This type accepts every key.
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

const mb = 1024 * 1024

export const writeBytes = (bytes: number, digits = 1): string => {
  const isLarge = bytes >= 1000 * mb
  const number = new Intl.NumberFormat(textLocale(), {
    style: 'unit',
    unit: isLarge ? 'gigabyte' : 'megabyte',
    maximumFractionDigits: digits,
  })
  return number.format(bytes / mb / (isLarge ? 1000 : 1))
}
