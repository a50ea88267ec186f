import { fewestSeconds, mostSeconds } from '../../../shared/days.ts'
import { toOneOf } from '../../../shared/unknown.ts'
import { clockChoices } from './setting-values.ts'
import { firstServer } from './source-names.ts'

export const usualSeconds = 30

const readSeconds = (text: string | undefined): number | undefined => {
  const seconds = text === '' ? usualSeconds : Number(text)
  return seconds > 0 ? Math.min(mostSeconds, Math.max(fewestSeconds, seconds)) : undefined
}

/** Two different local times of day, such as `22:00-07:00`. */
const times = /^((?:[01]\d|2[0-3]):[0-5]\d)-(?!\1)(?:[01]\d|2[0-3]):[0-5]\d$/

export const clockWords = ['off', ...clockChoices.clockPlace] as const

/** Reads the words of an address such as `/tab/?every=30&from=@ada`, except for the filters. A wrong word counts as absent. */
export const readWords = (search: string) => {
  const words = new URLSearchParams(search)
  const ask = (name: AddressWord) => words.get(name)?.trim()
  const isOn = (name: AddressWord) => ['', 'on'].includes(ask(name) ?? 'off')
  const from = ask('from')?.replace(/^@/, '')
  const clock = toOneOf(ask('clock'), clockWords, null)
  return {
    every: readSeconds(ask('every')),
    off: times.exec(ask('off') ?? '')?.[0] ?? '',
    caption: isOn('caption'),
    pairs: isOn('pairs'),
    today: isOn('today'),
    /** Replaces stored settings while the page has this address. */
    settings: {
      ...(from &&
        !import.meta.env.WXT_EXPORTED && {
          sources: [`${new URLSearchParams({ from })}+${firstServer}`],
        }),
      // An exported site has no picture of the day. Each device chooses one of its own.
      ...(isOn('today') && ({ rotation: import.meta.env.WXT_EXPORTED ? 'day' : 'today' } as const)),
      ...(clock === 'off' && { clock: false, date: false, greeting: false }),
      ...(clock && clock !== 'off' && { clock: true, clockPlace: clock }),
    },
  }
}

export type AddressWord = 'every' | 'off' | 'caption' | 'pairs' | 'today' | 'from' | 'clock'

/** The words of this page's address. In the extension, there are none. */
export const words = /* @__PURE__ */ readWords(import.meta.env.WXT_WEB ? location.search : '')
