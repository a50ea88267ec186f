import type { Hono } from 'hono'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { OpenApiDocument } from '../../http/openapi/document.ts'
import { pageRoute } from '../page-route.ts'
import { docsPage } from './docs-page.ts'
import { withRealExamples } from './real-examples.ts'

interface DocsRoutesDeps {
  document: () => OpenApiDocument
  snapshot: CurrentSnapshot
  /** Without a trailing slash. */
  publicUrl: string
}

/** The page at `/docs`: every route of the OpenAPI document, for people. */
export const addDocsRoutes = (app: Hono, { document, snapshot, publicUrl }: DocsRoutesDeps) => {
  pageRoute(app, '/docs', async (c) => {
    c.header('Cache-Control', 'public, max-age=60')
    const wallpaper = await findFirst(snapshot)
    return c.html(docsPage({ document: withRealExamples(document(), wallpaper), publicUrl }))
  })
}

/** Without a catalogue the page still explains how to ask for it. */
const findFirst = async (snapshot: CurrentSnapshot) => {
  try {
    const { catalogue } = await snapshot()
    return catalogue.size > 0 ? catalogue.at(0) : undefined
  } catch {
    return undefined
  }
}
