/**
 * The functions of the browser's API for extensions that the new tab uses, made from functions of every web page. The
 * build of the web page replaces `wxt/browser` by this module.
 */
import { findLocalStorage } from '../platform/storage/local-text.ts'
import { scope } from '../platform/storage/scope.ts'

const prefix = `fresco${scope} `

// Without `localStorage`, the page stores nothing.
const stored = findLocalStorage()

type Changes = Record<string, { newValue: unknown }>
type Hear = (changes: Changes) => void

const toEvent = <T>(listeners: Set<T>) => ({
  addListener: (listener: T): void => void listeners.add(listener),
  removeListener: (listener: T): void => void listeners.delete(listener),
})

const hearing = new Set<Hear>()
const announce = (changes: Changes): void => {
  for (const hear of hearing) hear(changes)
}
const parse = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text))

// Browsers send this event only for the changes of other tabs.
addEventListener('storage', ({ key, newValue }) => {
  if (key?.startsWith(prefix))
    announce({ [key.slice(prefix.length)]: { newValue: parse(newValue) } })
})

const local = {
  get: async (wanted: string | null): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries<string>(stored ?? {})
        .filter(([key]) => (wanted === null ? key.startsWith(prefix) : key === prefix + wanted))
        .map(([key, text]) => [key.slice(prefix.length), parse(text)]),
    ),
  set: async (values: Record<string, unknown>): Promise<void> => {
    for (const [key, newValue] of Object.entries(values)) {
      stored?.setItem(prefix + key, JSON.stringify(newValue))
      announce({ [key]: { newValue } })
    }
  },
  remove: async (keys: string | string[]): Promise<void> => {
    for (const key of [keys].flat()) {
      stored?.removeItem(prefix + key)
      announce({ [key]: { newValue: undefined } })
    }
  },
  onChanged: toEvent(hearing),
}

/** Returns true if the listener will call `respond`. */
type Listen = (message: unknown, sender: unknown, respond: (answer: unknown) => void) => unknown

const listening = new Set<Listen>()

let load: (() => Promise<void>) | undefined
let loading: Promise<void> | undefined

/** The first message calls `start`, as browsers start the background of an extension. After a failure, the next one does. */
export const setBackground = (start: () => Promise<void>): void => {
  load = start
}

// The page is its own background, so messages stay in the page.
const sendMessage = async (message: unknown): Promise<unknown> => {
  loading ??= load?.()
  await loading?.catch((error) => {
    loading = undefined
    throw error
  })
  return new Promise((resolve, reject) => {
    const isHeard = [...listening].some((listen) => listen(message, undefined, resolve) === true)
    if (!isHeard) reject(new Error('Nothing in this page listens to this message'))
  })
}

let texts: Record<string, string> = {}

/** Fetches the texts in the first language of the browser that has some, or else in English. */
export const loadTexts = async (locales: readonly string[]): Promise<void> => {
  const wanted = navigator.languages.flatMap((language) => [
    language.replace('-', '_'),
    language.split('-')[0],
  ])
  const isSame = (locale: string, language = '') => locale.split('_')[0] === language
  const locale =
    wanted
      .map((language) => locales.find((one) => one === language || isSame(one, language)))
      .find((found) => found !== undefined) ?? 'en'
  texts = await (await fetch(`./texts/${locale}.json`)).json()
}

const getMessage = (key: string, values: readonly string[] = []): string =>
  (texts[key] ?? '').replace(/\$(\d)/g, (_, place) => values[Number(place) - 1] ?? '')

export const browser = {
  storage: { local },
  runtime: { sendMessage, onMessage: toEvent(listening) },
  i18n: { getMessage, getUILanguage: () => navigator.language },
}

const turns = new Map<string, Promise<unknown>>()

// Browsers have these locks only in pages with https. Elsewhere, each tab has locks of its own.
const request = (name: string, work: () => Promise<unknown>): Promise<unknown> => {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work, work)
  turns.set(name, turn)
  return turn
}
if (!('locks' in navigator)) Object.defineProperty(navigator, 'locks', { value: { request } })

// Safari does not have this function.
if (!('requestIdleCallback' in globalThis))
  Object.assign(globalThis, { requestIdleCallback: (work: () => void) => setTimeout(work, 1) })

/**
 * The catalogue of this page: the server in the folder above it, or the index of an exported site. The build puts it in
 * the place of `import.meta.env.WXT_API_URL`.
 */
const catalogue = import.meta.env.WXT_EXPORTED ? '../index.json' : '..'
Object.assign(globalThis, {
  frescoServer: new URL(catalogue, document.baseURI).href.replace(/\/+$/, ''),
})
