import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { OpenApiDocument } from '../../http/openapi/document.ts'
import { page } from '../layout.ts'
import { pageRoute } from '../page-route.ts'

interface DocsRoutesDeps {
  readonly document: () => OpenApiDocument
}

/** The page at `/docs`: every route of the OpenAPI document, for people. */
export const addDocsRoutes = (app: Hono, { document }: DocsRoutesDeps) => {
  pageRoute(app, '/docs', (c) => {
    c.header('Cache-Control', 'public, max-age=60')
    return c.html(
      page({
        title: 'API · Fresco',
        description: 'A free wallpaper API, without a key.',
        body: html`<main id="main" class="text">
          <h1>The API</h1>
          <p class="lead">Free, without a key, from any site. All of it is in the <a href="/openapi.json">OpenAPI document</a>.</p>
          <dl>${Object.entries(document().paths ?? {}).map(([path, { get }]) => get && html`<div><dt><code>${path}</code></dt><dd>${get.summary}</dd></div>`)}</dl>
        </main>`,
      }),
    )
  })
}
