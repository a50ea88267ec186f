import { z } from 'zod'
import { encodePath } from '../../../../shared/ids.ts'

const starts = [
  ...[
    '/',
    '/browse/',
    '/today/',
    '/favorites/',
    '/privacy/',
    '/credits/',
    '/404.html',
    '/sitemap.xml',
    '/robots.txt',
  ],
  ...['/tab/', '/tab/service-worker.js', '/api/wallpapers/1.json'],
  ...['/index.json', '/tags.json', '/feed.json', '/feed.rss'],
  ...['/api/colors.json', '/api/categories.json', '/api/tags.json', '/api/instance.json'],
]

/**
 * Follows every link of an exported site.
 * @param servedAt the address of the site now
 * @param publicUrl the address for which it was exported
 * @returns the paths that were read, and what is wrong with their links
 */
export const crawlSite = async (servedAt: string, publicUrl: string) => {
  const { origin, pathname: base } = new URL(publicUrl)
  const waiting = [...starts]
  const seen = new Set(waiting)
  const problems: string[] = []
  const externals = new Set<string>()
  for (const path of waiting) {
    const response = await fetch(servedAt + path)
    if (!response.ok) problems.push(`${path} answers ${response.status}`)
    const type = response.headers.get('Content-Type') ?? ''
    const text = /^image/.test(type) ? '' : await response.text()
    if (text === '') await response.arrayBuffer().catch(() => undefined)
    for (const link of linksIn(text, path, publicUrl)) {
      const url = URL.parse(link, publicUrl + path)
      if (url?.origin !== origin) {
        if (url?.protocol === 'https:') externals.add(url.href)
        else if (!/^(?:mailto|data):/.test(link)) problems.push(`${link} in ${path}`)
      } else if (url.pathname.startsWith(`${base}/`)) {
        const inner = url.pathname.slice(base.length)
        if (!seen.has(inner)) waiting.push(inner)
        seen.add(inner)
      } else problems.push(`${link} in ${path} leaves ${base}/`)
    }
  }
  return { seen, problems, externals: [...externals] }
}

const rowsSchema = z.array(
  z.object({
    file_main_name: z.string(),
    file_cache_name: z.string(),
    renditions: z.array(z.object({ file: z.string() })),
  }),
)

const partSchema = z.array(
  z.object({
    url: z.string(),
    preview_url: z.string(),
    image_url: z.string(),
    renditions: z.array(z.object({ url: z.string() })),
  }),
)

const manifestSchema = z.object({
  start_url: z.string(),
  icons: z.array(z.object({ src: z.string() })),
  shortcuts: z.array(z.object({ url: z.string() })),
})

export const linksIn = (text: string, path: string, publicUrl: string): string[] => {
  const { origin } = new URL(publicUrl)
  if (path === '/index.json')
    return rowsSchema
      .parse(JSON.parse(text))
      .flatMap((row) => [
        ...row.renditions.map(({ file }) => `${publicUrl}/${encodePath(file)}`),
        `${publicUrl}/main/${encodePath(row.file_main_name)}`,
        `${publicUrl}/cache/${encodePath(row.file_cache_name)}`,
      ])
  if (/\/api\/wallpapers\/\d+\.json$/.test(path))
    return partSchema
      .parse(JSON.parse(text))
      .flatMap((item) => [
        ...[item.url, item.preview_url, item.image_url],
        ...item.renditions.map(({ url }) => url),
      ])
  if (path.endsWith('.webmanifest')) {
    const { start_url: start, icons, shortcuts } = manifestSchema.parse(JSON.parse(text))
    return [start, ...icons.map(({ src }) => src), ...shortcuts.map(({ url }) => url)]
  }
  if (path.endsWith('service-worker.js'))
    return z.array(z.string()).parse(JSON.parse(/const files = (\[.*\])/.exec(text)?.[1] ?? '[]'))
  if (path.endsWith('.js')) return []
  if (path.endsWith('.css'))
    return [...text.matchAll(/url\((?!["']?data:)["']?([^"')]+)/g)].map(([, link = '']) => link)
  const plainText = text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
  const sets = [...plainText.matchAll(/srcset="([^"]*)"/g)].flatMap(([, set = '']) =>
    set.split(', ').map((entry) => entry.split(' ')[0] ?? ''),
  )
  const attributes = plainText.matchAll(/ (?:href|src|action|data-copy|data-then)="([^"]+)"/g)
  const absolute = plainText.matchAll(/https?:\/\/[^\s"'<>\\]+/g)
  const links = [
    ...[...attributes].map(([, link = '']) => link),
    ...[...absolute].map(([link]) => link).filter((link) => link.startsWith(`${origin}/`)),
  ]
  return [...sets, ...links].filter((link) => !/\s/.test(link) && link !== publicUrl)
}
