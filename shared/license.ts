/** What a text about a license means. */
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
  const known = readName(text) ?? readName(url ?? '')
  return {
    name: text.trim(),
    isFree: false,
    demandsCredit: false,
    forbidsChanges: false,
    ...known,
    url: url ?? known?.url ?? toWebAddress(text),
  }
}

type Known = Partial<License> & { name: string }

const readName = (text: string): Known | undefined => {
  const plain = toPlain(text)
  return readCreativeCommons(plain) ?? others.find(([pattern]) => pattern.test(plain))?.[1]
}

// Words and numbers in lower case with a space between them: `creativecommons org licenses by sa 4.0`.
const toPlain = (text: string) =>
  text
    .toLowerCase()
    .replace(/(?:(?<!\d)\.|\.(?!\d)|[^\p{L}\p{N}.])+/gu, ' ')
    .replace(/^ ?(?:https? (?:www )?)?(?:this \w+ is )?(?:licen[cs]ed under )?(?:the |an? )?/, '')
    .replace(/^attribution\b/, 'cc by')
    .replace(/\battribution\b/, 'by')
    .replace(/\bnon ?commercial\b/, 'nc')
    .replace(/\bno ?deriv(?:ative)?s?(?: works)?\b/, 'nd')
    .replace(/\bshare ?alike\b/, 'sa')

const creativeCommons =
  /^(?:cc|creative ?commons)(?: org)?(?: licenses| publicdomain)?(?: cc)? ?(?:(0|zero)|(by(?: nc)?(?: sa| nd)?))\b(?: (\d\.\d))?(?: ([a-z]{2})(?= deed| legalcode|$))?/

const readCreativeCommons = (plain: string): Known | undefined => {
  const [, zero, kind, version, country] = creativeCommons.exec(plain) ?? []
  const site = 'https://creativecommons.org'
  if (zero !== undefined)
    return { name: 'CC0 1.0', url: `${site}/publicdomain/zero/1.0/`, isFree: true }
  if (kind === undefined) return undefined
  const code = kind.replaceAll(' ', '-')
  const parts = ['CC', code.toUpperCase(), version, country?.toUpperCase()]
  return {
    name: parts.filter((part) => part !== undefined).join(' '),
    url: version && `${site}/licenses/${[code, version, country].filter(Boolean).join('/')}/`,
    isFree: !/n[cd]/.test(code),
    demandsCredit: true,
    forbidsChanges: code.endsWith('nd'),
  }
}

const free = (name: string) => ({
  name,
  url: `https://spdx.org/licenses/${name}.html`,
  isFree: true,
})

// Patterns of texts as `toPlain` returns them.
const others: readonly (readonly [RegExp, Known])[] = [
  [
    /^(?:pd|pdm|cc pdm?|public ?domain|creativecommons org publicdomain mark)\b/,
    { name: 'Public domain', isFree: true },
  ],
  [/^mit(?: license)?$/, free('MIT')],
  [/^apache(?: license)?(?: version)? 2(?:\.0)?$/, free('Apache-2.0')],
  [/^(?:sil )?(?:ofl|open font license) 1\.1$/, free('OFL-1.1')],
  [/^unlicense$/, free('Unlicense')],
  [/^wtfpl$/, free('WTFPL')],
  [
    /^(?:gfdl|gnu free documentation license)\b/,
    {
      name: 'GFDL',
      url: 'https://www.gnu.org/licenses/fdl-1.3.html',
      isFree: true,
      demandsCredit: true,
    },
  ],
  [
    /^(?:fal|lal|free art license|licence art libre|copyleft free art license)\b/,
    {
      name: 'Free Art License',
      url: 'https://artlibre.org/licence/lal/en/',
      isFree: true,
      demandsCredit: true,
    },
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
  return url === null || url.href.length > longestAddress ? undefined : url.href
}

const longestAddress = 1_000
