import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { escapeUnicode } from '../../shared/text.ts'
import type { Site } from '../http/site.ts'
import { assetPath } from './assets.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

interface SocialCard {
  url: string
  image?: SocialImage | undefined
}

interface SocialImage {
  url: string
  alt: string
  size?: { width: number; height: number } | undefined
}

interface Feed {
  title: string
  query: string
}

// The Content-Security-Policy of all pages. Only pictures may come from other servers.
export const contentSecurityPolicy = [
  "default-src 'none'",
  "img-src 'self' data: https: http:",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ')

interface Page {
  site: Site
  /** The name of the site follows it. The front page has no other title. */
  title?: string
  description: string
  body: Html
  card?: SocialCard | undefined
  feed?: Feed | undefined
  hue?: string | undefined
  about?: object
  unlisted?: boolean
  scripted?: boolean
  head?: Html | undefined
}

export const page = (shown: Page): Html => {
  const { site, description, body, card, feed, hue, about, unlisted, scripted, head } = shown
  const front = site.isPrivate ? site.name : `${site.name}: a fresh wallpaper on every new tab`
  const title = shown.title === undefined ? front : `${shown.title} · ${site.name}`
  return html`<!doctype html>
<html lang="en" ${hue && html`class="${hue}"`}>
  <head>
    <meta charset="utf-8">
    ${site.plainFiles && html`<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">`}
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="${description}">
    ${unlisted && html`<meta name="robots" content="noindex">`}
    <title>${title}</title>
    ${card && cardTags(card, title, description, site)}
    ${feed && feedLinks(feed, site)}
    ${about && html`<script type="application/ld+json">${raw(toScriptText(about))}</script>`}
    <link rel="icon" href="${site.link('/icon.svg')}" type="image/svg+xml">
    <link rel="stylesheet" href="${site.link(assetPath('site.css'))}">
    ${head}
    ${scripted && html`<script src="${site.link(assetPath('site.js'))}" defer></script>`}
  </head>
  <body>
    <a class="skip unseen" href="#main">Skip to content</a>
    <header class="bar">
      <a class="brand" href="${site.link('/')}"><img src="${site.link('/icon.svg')}" alt="" width="28" height="28">${site.name}</a>
      <nav aria-label="Site">
        <a href="${site.link('/#wallpapers')}">Wallpapers</a>
        ${!site.isPrivate && guides(site)}
        ${!site.plainFiles && html`<a href="${site.link('/account')}">Account</a>`}
      </nav>
    </header>
    ${body}
    <footer class="foot"><p>Fresco: a fresh wallpaper on every new tab. ${site.plainFiles ? '' : html`<a href="${site.link('/connect')}">Connect</a> ${site.isPrivate ? '' : html`<a href="${site.link('/docs')}">API</a> `}`}<a href="${site.link('/credits')}">Credits</a> <a href="${site.link('/privacy')}">Privacy</a></p></footer>
  </body>
</html>
`
}

const guides = (
  site: Site,
) => html`<a class="on-desktops" href="${site.link('/#new-tabs')}">Extension</a>
        <a href="${site.link('/#api')}">${site.plainFiles ? 'Files' : 'API'}</a>`

// Many feed readers take the first of the links.
const feedLinks = ({ query, title }: Feed, { publicUrl }: Site) =>
  [
    ['application/rss+xml', 'feed.rss'],
    ['application/feed+json', 'feed.json'],
  ].map(
    ([type, file]) =>
      html`<link rel="alternate" type="${type}" href="${publicUrl}/${file}${query && `?${query}`}" title="${title}">`,
  )

// Escapes JSON for a `<script>` element, so that no value can close the element.
const toScriptText = (value: object) => escapeUnicode(JSON.stringify(value), /[<>&\u2028\u2029]/g)

const cardTags = (
  { url, image }: SocialCard,
  title: string,
  description: string,
  { name }: Site,
) => html`
    <link rel="canonical" href="${url}">
    <meta property="og:site_name" content="${name}">
    <meta property="og:type" content="website">
    <meta property="og:url" content="${url}">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${description}">
    <meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">
    ${image && imageTags(image)}`

const imageTags = ({ url, alt, size }: SocialImage) => html`
    <meta property="og:image" content="${url}">
    <meta property="og:image:alt" content="${alt}">
    ${size && html`<meta property="og:image:width" content="${size.width}">\n    <meta property="og:image:height" content="${size.height}">`}
    <meta name="twitter:image:alt" content="${alt}">`

/** A box with code, and a button that copies it. `what` names the code for screen readers. */
export const code = (text: string, what: string): Html => html`<div class="code">
      <pre><code>${text}</code></pre>
      <button class="button quiet copy" type="button" hidden data-copy="${text}" aria-label="Copy: ${what}">Copy</button>
    </div>`

export const example = (caption: string, text: string, what = caption): Html =>
  html`<figure class="example">
    <figcaption>${caption}</figcaption>
    ${code(text, what)}
  </figure>`
