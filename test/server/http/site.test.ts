import { afterAll, describe, expect, it } from 'vitest'
import { createSite } from '../../../server/http/site.ts'
import { makeIndexRows } from '../../builders.ts'
import { createWebApp, makePerson, password } from '../web/web-app.ts'

const publicUrl = 'http://home.example/fresco'

const web = await createWebApp({ rows: makeIndexRows(70), deps: { publicUrl } })
afterAll(() => web.close())

const linksIn = (html: string) => [
  ...[...html.matchAll(/ (?:href|src|action|data-copy|data-screen|content)="([^"]*)"/g)].map(
    ([, link = '']) => link,
  ),
  ...[...html.matchAll(/ srcset="([^"]*)"/g)].flatMap(([, set = '']) =>
    set.split(', ').map((entry) => entry.split(' ')[0] ?? ''),
  ),
]

const toInnerPath = (link: string) =>
  link
    .replaceAll('&amp;', '&')
    .replace(publicUrl, '/fresco')
    .replace(/^\/fresco/, '')

// Files, forms, and addresses that are examples in the documentation.
const notPages = /^\/(?:api|images|main|cache|random|today|heart|account\/|share\/ada)/

describe('createSite', () => {
  it('links below the path of the public address', () => {
    const site = createSite('https://home.example/wallpapers')
    expect(site.link('/account')).toBe('/wallpapers/account')
    expect(site.withoutOrigin('https://home.example/wallpapers/main/a.jpg')).toBe(
      '/wallpapers/main/a.jpg',
    )
    expect(site.withoutOrigin('https://home.example.org/a.jpg')).toBe(
      'https://home.example.org/a.jpg',
    )
    expect(createSite('https://home.example').link('/account')).toBe('/account')
  })

  it('links to folders in a site of plain files', () => {
    const { link } = createSite('https://home.example/walls', { script: '/browse.js' })
    const paths = ['/', '/#api', '/privacy', '/browse?q=a.b', '/today#x', '/site.css?v=1', '/?q=a']
    expect(paths.map(link)).toEqual([
      ...['/walls/', '/walls/#api', '/walls/privacy/', '/walls/browse/?q=a.b'],
      ...['/walls/today/#x', '/walls/site.css?v=1', '/walls/?q=a'],
    ])
  })
})

describe('a site below a path of its host', () => {
  it('has only links that lead below that path, to something that exists', async () => {
    const { headers, username } = await makePerson(web, { ids: ['row-1', 'gone'] })
    const start = ['/', '/?category=nature&page=2', '/?q=nothing-like-this', '/nowhere', '/docs']
    const waiting = [...start, '/connect', '/account', `/share/${username}`, '/connect?tone=light']
    const seen = new Set(waiting)
    const wrong: string[] = []
    for (const path of waiting) {
      const { status, html, headers: answered } = await web.open(path, headers)
      if (status >= 400 && path !== '/nowhere') wrong.push(`${path} answers ${status}`)
      if (!answered.get('Content-Type')?.startsWith('text/html')) continue
      for (const link of linksIn(html)) {
        const isAbsolute = /^https?:\/\/home\.example/.test(link)
        if (!isAbsolute && !link.startsWith('/')) continue
        const isBelow = link.replace('http://home.example', '').startsWith('/fresco')
        if (!isBelow) wrong.push(`${link} in ${path}`)
        const inner = toInnerPath(link).replace(/#.*/, '')
        if (notPages.test(inner) || seen.has(inner) || seen.size > 150) continue
        seen.add(inner)
        waiting.push(inner)
      }
    }
    expect(wrong).toEqual([])
    expect(seen.size).toBeGreaterThan(80)
  })

  it.each(['/feed.json', '/feed.rss', '/sitemap.xml'])(
    'has only links in %s that lead to a page that exists',
    async (path) => {
      const { html } = await web.open(path)
      const links = new Set(html.match(/http:\/\/home\.example\/fresco\/(?:wallpaper\/[\w-]+)?/g))
      expect(links.size).toBeGreaterThan(50)
      for (const link of links)
        expect([link, (await web.open(toInnerPath(link))).status]).toEqual([link, 200])
    },
  )

  it('redirects below that path', async () => {
    const { headers, username } = await makePerson(web)
    const named = { ...headers, Origin: 'http://home.example' }
    const form = { username, password }
    const answers = [
      await web.open('/docs/'),
      await web.open('/wallpapers/row-1.jpg'),
      await web.open('/heart'),
      await web.send('/account/sign-in', form, { Origin: 'http://home.example' }),
      await web.send('/account/sign-out', {}, named),
      await web.send('/heart', { id: 'row-1' }, named),
    ]
    expect(answers.map(({ location }) => location)).toEqual([
      '/fresco/docs',
      '/fresco/wallpaper/row-1',
      '/fresco/',
      '/fresco/account',
      '/fresco/account?done=signed-out',
      '/fresco/account/heart',
    ])
  })
})
