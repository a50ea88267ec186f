import type { Context } from 'hono'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { Rendition } from '../../catalogue/renditions.ts'
import type { WallpaperUrls } from '../../catalogue/wallpaper-urls.ts'
import { publicHeaders } from '../answers/headers.ts'
import { type Headers, withRequestId } from '../answers/send.ts'
import { answerConditionally, openRendition, type SendOptions } from '../answers/send-picture.ts'

interface Chosen {
  headers: Headers
  pictures: SendOptions
}

type Send = (c: Context, rendition: Rendition, chosen: Chosen) => Promise<Response>

/** Sends a picture that nobody may cache, because the next request gets another one. */
export const sendFresh: Send = async (c, rendition, { headers, pictures }) => {
  const { size, read } = openRendition(c, rendition, pictures)
  const all = { ...withRequestId(c, headers), 'Content-Length': String(size) }
  return new Response(await read({ from: 0, to: size }), { headers: all })
}

/** Sends a picture with an ETag of its content, or 304. */
export const sendTagged: Send = async (c, rendition, { headers, pictures }) => {
  const { size, read, readEtag } = openRendition(c, rendition, pictures)
  const answer = await answerConditionally(c, { size, etag: await readEtag(), headers }, read)
  return new Response(answer.body, { ...answer, headers: withRequestId(c, answer.headers) })
}

const extensions = { 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const

export const headersOf = (
  wallpaper: Wallpaper,
  { urls, type, caching }: { urls: WallpaperUrls; type: keyof typeof extensions; caching: string },
) => {
  const { id } = wallpaper
  const [credit, license] = [wallpaper.credit, wallpaper.license?.name].map(toShortText)
  return {
    'Content-Type': type,
    'Content-Disposition': toDisposition(`${id.replaceAll('/', '-')}.${extensions[type]}`),
    'Cache-Control': caching,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...publicHeaders,
    'Access-Control-Expose-Headers': exposed,
    'X-Wallpaper-Id': toHeaderText(id),
    ...(credit && { 'X-Wallpaper-Credit': credit }),
    ...(license && { 'X-Wallpaper-License': license }),
    Link: toLink(urls.page(wallpaper), wallpaper.license?.url),
  }
}

const exposed =
  'Content-Disposition, ETag, Link, X-Wallpaper-Credit, X-Wallpaper-Id, X-Wallpaper-License, X-Request-Id'

// Percent-encodes what a header cannot contain. `decodeURIComponent` gives the text back.
const toHeaderText = (text: string) =>
  text.toWellFormed().replace(/[^ -~]|%/gu, (character) => encodeURIComponent(character))

const longestText = 500

// Leaves out a long text, because a proxy answers 502 if the headers exceed its buffer. That of nginx has 4 KB by default.
const toShortText = (text = '') => {
  const encoded = toHeaderText(text)
  return encoded.length > longestText ? undefined : encoded
}

// Browsers use `filename*`. `filename` is the ASCII fallback for other programs (RFC 6266 §4.3).
const toDisposition = (file: string) => {
  const plain = file.replace(/[^ -~]|["\\%]/gu, '_')
  const name = `inline; filename="${plain}"`
  return plain === file ? name : `${name}; filename*=UTF-8''${toExtended(file)}`
}

const toExtended = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

// The syntax of `Link` is in RFC 8288.
const toLink = (page: string, license: string | undefined) => {
  const described = `<${page}>; rel="describedby"; type="text/html"`
  return license && license.length <= longestText
    ? `${described}, <${license}>; rel="license"`
    : described
}
