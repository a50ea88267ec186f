import type { Hono } from 'hono'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import type { OpenApiDocument } from '../../http/openapi-document.ts'
import type { Site } from '../../http/site.ts'
import { pageRoute, sendPage } from '../page-route.ts'
import { docsPage } from './docs-page.ts'

interface DocsRoutesDeps {
  document: () => OpenApiDocument
  snapshot: CurrentSnapshot
  site: Site
}

export const addDocsRoutes = (app: Hono, { document, snapshot, site }: DocsRoutesDeps) => {
  pageRoute(app, { path: '/docs', site }, async (c) => {
    c.header('Cache-Control', 'public, max-age=60')
    const wallpaper = await findFirst(snapshot)
    return sendPage(c, docsPage(withRealExamples(document(), wallpaper), site))
  })
}

const findFirst = async (snapshot: CurrentSnapshot) => {
  try {
    const { catalogue } = await snapshot()
    return catalogue.size > 0 ? catalogue.at(0) : undefined
  } catch {
    return undefined
  }
}

const withRealExamples = (
  document: OpenApiDocument,
  wallpaper: Pick<Wallpaper, 'id' | 'mainFile' | 'cacheFile'> | undefined,
): OpenApiDocument => {
  if (wallpaper === undefined) return document
  const { id, mainFile, cacheFile } = wallpaper
  const replaced: Readonly<Record<string, string>> = {
    'alpine-dawn': id,
    'alpine-dawn.jpg': mainFile,
    'alpine-dawn.webp': cacheFile || `${id}.webp`,
  }
  const text = JSON.stringify(document, (key, value) =>
    key === 'example' && typeof value === 'string' ? (replaced[value] ?? value) : value,
  )
  return JSON.parse(text)
}
