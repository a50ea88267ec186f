export interface License {
  /** A short name such as `CC BY-SA 4.0`, or the text itself if it is not known. */
  name: string
  url?: string | undefined
  /** Whether everybody may use, change and share the picture for any purpose. */
  isFree: boolean
  /** Whether those who show the picture have to name its author. */
  demandsCredit: boolean
  /** Whether nobody may change the picture. Cropping is a change. */
  forbidsChanges: boolean
}

/**
 * Reads a license from a name, an SPDX identifier or an address, for example `CC BY-SA 4.0`, `CC-BY-SA-4.0` or
 * `https://creativecommons.org/licenses/by-sa/4.0/`.
 * @param url the address that the catalogue names for the license. It wins over the usual one.
 */
export const readLicense = (text: string, url?: string): License => {
  const plain = toPlain(text)
  const byText = readName(plain)
  const byUrl = readName(toPlain(url ?? ''))
  const known = isDoubtful(plain) ? undefined : (byText ?? (limits.test(plain) ? undefined : byUrl))
  return {
    name: known?.name ?? text.trim(),
    // If the text and the address contradict each other, the picture does not count as free.
    isFree: known?.isFree === true && (byUrl ?? known).isFree === true,
    // A doubtful text does not count as free either, but its demands still count.
    demandsCredit:
      [byText, byUrl].some((each) => each?.demandsCredit) || /^attribution\b/.test(plain),
    forbidsChanges: byUrl?.forbidsChanges === true || /\bnd\b/.test(plain),
    url: url ?? known?.url ?? toWebAddress(text),
  }
}

type Known = Partial<License> & { name: string }

const readName = (plain: string): Known | undefined => {
  const found = readCreativeCommons(plain)
  if (found || limits.test(plain)) return found
  return others.find(([pattern]) => pattern.test(plain))?.[1]
}

const limits = /\bn[cd]\b/

// Words and numbers in lower case with a space between them: `creativecommons org licenses by sa 4.0`.
const toPlain = (text: string) =>
  text
    .toLowerCase()
    .replace(/(?:(?<!\d)\.|\.(?!\d)|[^\p{L}\p{N}.])+/gu, ' ')
    .replace(/^ ?(?:https? (?:www )?)?(?:this \w+ is )?(?:licen[cs]ed under )?(?:the |an? )?/, '')
    .replace(/^(?:spdx|opensource) org licenses? (.*?)(?: only)?(?: html| json)?$/, '$1')
    .replace(/\bor (?:any )?later\b|\bsome rights reserved\b/, '')
    .replace(/^attribution\b(?= (?:non|no|share|\d|licen[cs]e|international))/, 'cc by')
    .replace(/(?<=^(?:cc|creative ?commons) )attribution\b/, 'by')
    .replace(/\bnon ?commercial\b/, 'nc')
    .replace(/\bno ?deriv(?:ative)?s?(?: works)?\b/, 'nd')
    .replace(/\bshare ?alike\b/, 'sa')
    .trim()

// Words that take back a part of what a license allows, or choose between several.
const isDoubtful = (plain: string) =>
  /\b(?:no|not|non|or|only|personal|editorial|except|reserved)\b/.test(plain)

const creativeCommons =
  /^(?:cc|creative ?commons)(?: org)?(?: licenses| publicdomain)?(?: cc)? ?(0|zero|by)(?![a-z])(.*)/

const readCreativeCommons = (plain: string): Known | undefined => {
  const [, kind, rest = ''] = creativeCommons.exec(plain) ?? []
  const site = 'https://creativecommons.org'
  const [nc, nd, sa] = ['nc', 'nd', 'sa'].map((part) => new RegExp(`\\b${part}\\b`).test(rest))
  if (kind === undefined || (kind !== 'by' && (nc || nd))) return undefined
  if (kind !== 'by') return { name: 'CC0 1.0', url: `${site}/publicdomain/zero/1.0/`, isFree: true }
  const [, number, country] =
    /(\d(?:\.\d)?)(?: (?!n[cd]|sa)([a-z]{2}|igo)(?= deed| legalcode|$))?/.exec(rest) ?? []
  const version = number?.length === 1 ? `${number}.0` : number
  const code = ['by', nc && 'nc', nd ? 'nd' : sa && 'sa'].filter(Boolean).join('-')
  const parts = ['CC', code.toUpperCase(), version, country?.toUpperCase()]
  return {
    name: parts.filter((part) => part !== undefined).join(' '),
    url: version && `${site}/licenses/${[code, version, country].filter(Boolean).join('/')}/`,
    isFree: !nc && !nd,
    demandsCredit: true,
    forbidsChanges: nd === true,
  }
}

const free = (name: string, url = `https://spdx.org/licenses/${name}.html`) => ({
  name,
  url,
  isFree: true,
})

// Patterns of texts as `toPlain` returns them.
const others: readonly (readonly [RegExp, Known])[] = [
  [
    /^(?:pd|pdm|cc pd\w*|public ?domain|creativecommons org (?:publicdomain mark|licenses publicdomain))\b/,
    { name: 'Public domain', isFree: true },
  ],
  [/^(?:mit(?: license)?(?: mit)?|expat)$/, free('MIT')],
  [/^apache(?: license)?(?: version)? 2(?:\.0)?$/, free('Apache-2.0')],
  [/^(?:sil )?(?:ofl|open font license) 1\.1$/, free('OFL-1.1')],
  [/^unlicense$/, free('Unlicense')],
  [/^wtfpl$/, free('WTFPL')],
  [
    /^(?:gfdl|gnu free documentation license)\b/,
    { ...free('GFDL', 'https://www.gnu.org/licenses/fdl-1.3.html'), demandsCredit: true },
  ],
  [
    /^(?:fal|lal|free art license|licence art libre|copyleft free art license)\b/,
    { ...free('Free Art License', 'https://artlibre.org/licence/lal/en/'), demandsCredit: true },
  ],
  [
    /^unsplash(?: com)? license$/,
    { name: 'Unsplash License', url: 'https://unsplash.com/license' },
  ],
  [/^pexels(?: com)? license$/, { name: 'Pexels License', url: 'https://www.pexels.com/license/' }],
  [
    /^pixabay(?: com)?(?: content)? license$/,
    { name: 'Pixabay License', url: 'https://pixabay.com/service/license-summary/' },
  ],
]

/** Returns an address of the web in its usual form, and `undefined` for all other texts. */
export const toWebAddress = (text: string): string | undefined => {
  const url = /^https?:\/\//i.test(text.trim()) ? URL.parse(text.trim()) : null
  // A username can look like the host: `https://known.example@other.example`.
  if (url === null || url.username || url.password) return undefined
  return url.href.length > longestAddress ? undefined : url.href
}

const longestAddress = 1_000
