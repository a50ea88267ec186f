/**
 * Emulates the parts of Wikimedia Commons that Fresco uses: the API's search, facts of pictures and feed of the days, and
 * the pictures. `startStaticHosts` has it at the real names of the hosts.
 * @see https://www.mediawiki.org/wiki/API:Imageinfo https://www.mediawiki.org/wiki/Common_thumbnail_sizes
 */
import { createHash } from 'node:crypto'

export interface CommonsFile {
  /** Without `File:`. The words of the title and of the categories are what a search finds. */
  title: string
  categories?: readonly string[]
  isFeatured?: boolean
  width?: number
  height?: number
  size?: number
  mime?: string
  /** HTML. */
  artist?: string
  description?: string
  /** `null` for a picture without a license. */
  license?: string | null
  /** The API gives no address of a resized picture, as for a broken file. */
  hasNoThumb?: boolean
  hasNoUrl?: boolean
  /** The content of the file in every width. */
  content?: Uint8Array
}

export interface CommonsData {
  /** In the order in which a search finds them. */
  files: readonly CommonsFile[]
  days?: Readonly<Record<string, string>>
  /** The API answers with the facts of this many pages, and with the others on a second request. */
  factsPerAnswer?: number
  /** The API resizes this many pictures for a request, and not as many as MediaWiki's default. */
  thumbsPerAnswer?: number
  failsFrom?: number
  /** The API asks programs to wait for its databases. */
  lags?: boolean
}

interface Answer {
  status: number
  body: string | Uint8Array
  headers: Record<string, string>
}

interface Page {
  pageid: number
  file: CommonsFile
}

export const apiHost = 'commons.wikimedia.org'
export const pictureHosts: readonly string[] = ['upload.wikimedia.org', 'thumb.wikimedia.org']

const steps = [20, 40, 60, 120, 250, 330, 500, 960, 1280, 1920, 3840]
// https://phabricator.wikimedia.org/source/mediawiki/browse/master/includes/Api/ApiQueryImageInfo.php
const transformLimit = 50
const largestSearch = 500
// https://www.mediawiki.org/wiki/Help:CirrusSearch
const searchEnd = 10_000
const picturesAtOnce = 2

const anyOrigin = { 'Access-Control-Allow-Origin': '*' }

export const answerCommonsApi = (data: CommonsData, params: URLSearchParams): Answer => {
  const get = (name: string) => params.get(name) ?? undefined
  const pages = data.files.map((file, at): Page => ({ pageid: 1_000 + at, file }))
  // Without this parameter, a page of another site must not read the answer.
  const cors = get('origin') === '*' ? anyOrigin : {}
  const headers = { ...cors, 'Access-Control-Expose-Headers': 'Retry-After' }
  if (get('action') === 'featuredfeed')
    return {
      status: 200,
      body: toFeed(data.days ?? {}),
      headers: { ...headers, 'Content-Type': 'application/atom+xml; charset=utf-8' },
    }
  const json = (value: object): Answer => ({
    status: 200,
    body: JSON.stringify(value),
    headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
  })
  if (data.lags && params.has('maxlag')) {
    const answer = json({
      error: { code: 'maxlag', info: 'Waiting for 10.0.0.1: 7 seconds lagged' },
    })
    return { ...answer, headers: { ...answer.headers, 'Retry-After': '5' } }
  }
  if (get('action') !== 'query' || get('prop') !== 'imageinfo')
    return json({ error: { code: 'badvalue', info: 'Unrecognized value' } })
  const offset = Number(params.get('gsroffset') ?? 0)
  if (offset >= searchEnd)
    return json({ error: { code: 'cirrussearch-offset-too-large', info: 'Offset too large' } })
  if (offset >= (data.failsFrom ?? searchEnd)) return { status: 503, body: '', headers }
  const found = findPages(pages, params)
  const half = data.factsPerAnswer ?? found.pages.length
  const isSecond = params.has('iistart')
  const isSplit = !isSecond && found.pages.length > half
  const hasFacts = (at: number) => (isSecond ? at >= half : at < half)
  const sized = found.pages.map((page, at) =>
    toPage(page, params, {
      hasFacts: hasFacts(at),
      hasThumb: at < (data.thumbsPerAnswer ?? transformLimit),
    }),
  )
  return json({
    ...(!isSplit && { batchcomplete: true }),
    ...toContinue(params, isSplit, found.nextOffset),
    ...(sized.length > 0 && { query: { pages: [...sized, ...found.missing] } }),
  })
}

// While facts are missing, the place of the search stays the same.
const toContinue = (params: URLSearchParams, isSplit: boolean, nextOffset: number | undefined) => {
  if (!isSplit && nextOffset === undefined) return {}
  if (!isSplit) return { continue: { gsroffset: nextOffset, continue: 'gsroffset||' } }
  const offset = params.get('gsroffset')
  return {
    continue: {
      iistart: '2020-01-01T00:00:00Z',
      ...(offset && { gsroffset: Number(offset) }),
      continue: '||',
    },
  }
}

const findPages = (pages: readonly Page[], params: URLSearchParams) => {
  const named = params.get('pageids') ?? params.get('titles')
  if (named !== null) {
    const wanted = named.split('|')
    const isNamed = ({ pageid, file }: Page) =>
      wanted.includes(`${pageid}`) || wanted.includes(`File:${file.title}`)
    const missing = pages.some(isNamed) ? [] : [{ ns: 6, title: named, missing: true }]
    return { pages: pages.filter(isNamed), missing, nextOffset: undefined }
  }
  const limit = Math.min(Number(params.get('gsrlimit') ?? 10), largestSearch)
  const offset = Number(params.get('gsroffset') ?? 0)
  const all = pages.filter(({ file }) => matches(file, params.get('gsrsearch') ?? ''))
  const part = all.slice(offset, offset + limit)
  return {
    // The API orders the pages by their ids and not as the search found them.
    pages: part.toSorted((one, other) => one.pageid - other.pageid),
    missing: [],
    nextOffset: offset + limit < all.length ? offset + limit : undefined,
  }
}

const featured = 'incategory:"Featured pictures on Wikimedia Commons"'

// https://www.mediawiki.org/wiki/Help:CirrusSearch
const matches = (file: CommonsFile, search: string): boolean => {
  const { title, categories = [], isFeatured = true, width = 6_000, height = 4_000 } = file
  const [, wide = '0'] = /filew:>(\d+)/.exec(search) ?? []
  const [, tall = '0'] = /fileh:>(\d+)/.exec(search) ?? []
  const words = search.replace(/\S+:(?:"[^"]*"|\S+)/g, '').trim()
  const text = `${title} ${categories.join(' ')}`.toLowerCase()
  const isFound = words
    .split(/\s+OR\s+/)
    .some((one) => text.includes(one.replaceAll('"', '').toLowerCase()))
  const isBitmap = !search.includes('filetype:bitmap') || /^image\/(?!svg)/.test(mimeOf(file))
  const isWanted = isFeatured || !search.includes(featured)
  return isFound && isBitmap && isWanted && width > Number(wide) && height > Number(tall)
}

const mimeOf = ({ mime = 'image/jpeg' }: CommonsFile) => mime

const toPage = (
  { pageid, file }: Page,
  params: URLSearchParams,
  has: { hasFacts: boolean; hasThumb: boolean },
) => ({
  pageid,
  ns: 6,
  title: `File:${file.title}`,
  ...(has.hasFacts && { imageinfo: [toInfo(file, params, has.hasThumb)] }),
})

// With hidden categories, which the API lists, too.
const commonCategories = [
  'CC-BY-SA-4.0',
  'Featured pictures on Wikimedia Commons',
  'Pages with maps',
  'Self-published work',
]

const toInfo = (file: CommonsFile, params: URLSearchParams, hasThumb: boolean) => {
  const { title, width = 6_000, height = 4_000, size = 9_000_000, categories = [] } = file
  const name = encodeURIComponent(title.replaceAll(' ', '_'))
  const hash = createHash('md5').update(title.replaceAll(' ', '_')).digest('hex')
  const folder = 'wikipedia/commons'
  const path = `${hash.slice(0, 1)}/${hash.slice(0, 2)}/${name}`
  const url = `https://upload.wikimedia.org/${folder}/${path}`
  const asked = Number(params.get('iiurlwidth') ?? 0)
  const suffix = /jpeg|webp|png/.test(mimeOf(file)) ? '' : '.jpg'
  // A picture is never enlarged. Then the address is that of the original.
  const thumb =
    asked < width
      ? `https://thumb.wikimedia.org/${folder}/thumb/${path}/${asked}px-${name}${suffix}`
      : url
  const thumbWidth = Math.min(asked, width)
  const text = (value: string | null | undefined, source = 'commons-desc-page') =>
    value ? { value, source, hidden: '' } : undefined
  const wanted = new Set(params.get('iiextmetadatafilter')?.split('|'))
  const facts = {
    Artist: text(
      file.artist ?? `<a href="//commons.wikimedia.org/wiki/User:Ada" title="User:Ada">Ada</a>`,
    ),
    Categories: text([...commonCategories, ...categories].join('|')),
    ImageDescription: text(file.description),
    LicenseShortName: text(file.license === undefined ? 'CC BY-SA 4.0' : file.license),
    LicenseUrl: text(
      file.license === undefined ? 'https://creativecommons.org/licenses/by-sa/4.0' : undefined,
    ),
    ObjectName: text(title.replace(/\.\w+$/, ''), 'mediawiki-metadata'),
  }
  return {
    size,
    width,
    height,
    ...(asked > 0 &&
      hasThumb &&
      !file.hasNoThumb && {
        thumburl: thumb,
        thumbwidth: thumbWidth,
        thumbheight: Math.round((height * thumbWidth) / width),
      }),
    ...(!file.hasNoUrl && { url }),
    descriptionurl: `https://commons.wikimedia.org/wiki/File:${name}`,
    mime: mimeOf(file),
    extmetadata: Object.fromEntries(
      Object.entries(facts).filter(([key, value]) => wanted.has(key) && value !== undefined),
    ),
  }
}

const toEscaped = (html: string) =>
  html
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const toFeed = (days: Readonly<Record<string, string>>) => {
  const entries = Object.entries(days).map(([day, title]) => {
    const stamp = `${day.replaceAll('-', '')}000000`
    const page = `https://commons.wikimedia.org/wiki/Special:FeedItem/potd/${stamp}/en`
    const html = `<div><a href="/wiki/File:${encodeURIComponent(title.replaceAll(' ', '_'))}" class="mw-file-description"><img src="https://upload.wikimedia.org/500px-x.jpg" srcset="x 2x"></a></div>`
    return `<entry>
      <id>${page}</id>
      <title>Wikimedia Commons picture of the day for ${day}</title>
      <link rel="alternate" type="text/html" href="${page}"/>
      <updated>${day}T00:00:00Z</updated>
      <summary type="html">${toEscaped(html)}</summary>
    </entry>`
  })
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">${entries.join('')}</feed>`
}

const plain = { ...anyOrigin, 'Content-Type': 'text/plain; charset=utf-8' }

/** @param underway how many requests to this host have no answer yet, with this one */
export const answerCommonsPicture = (data: CommonsData, path: string, underway: number): Answer => {
  if (underway > picturesAtOnce)
    return { status: 429, body: 'Too many requests', headers: { ...plain, 'Retry-After': '5' } }
  const [, width] = /\/(\d+)px-[^/]+$/.exec(path) ?? []
  if (width !== undefined && !steps.includes(Number(width)))
    return { status: 400, body: 'Use thumbnail sizes listed on mediawiki.org', headers: plain }
  const names = path.split('/').map((part) => part.replaceAll('_', ' '))
  const file = data.files.find(({ title }) => names.includes(title))
  if (!file) return { status: 404, body: 'Not found', headers: plain }
  return {
    status: 200,
    body: file.content ?? `${width ?? 'original'} ${file.title}`,
    headers: {
      ...anyOrigin,
      'Content-Type': width === undefined ? mimeOf(file) : 'image/jpeg',
    },
  }
}

/** The API allows the header that stands for `User-Agent`. The hosts of pictures answer no preflight. */
export const answerCommonsPreflight = (host: string): Answer =>
  host === apiHost
    ? {
        status: 200,
        body: '',
        headers: { ...anyOrigin, 'Access-Control-Allow-Headers': 'api-user-agent' },
      }
    : { status: 403, body: '', headers: {} }
