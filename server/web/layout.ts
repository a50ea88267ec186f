import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

interface Page {
  readonly title: string
  readonly description: string
  readonly body: Html
}

/** The frame of every page: works without script, follows the reader's light or dark preference. */
export const page = ({ title, description, body }: Page): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="${description}">
    <title>${title}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/site.css">
  </head>
  <body>
    <header class="bar"><a class="brand" href="/">Fresco</a></header>
    ${body}
  </body>
</html>`
