import { afterAll, describe, expect, it } from 'vitest'
import { DomainError } from '../../../server/domain-error.ts'
import { extensionId } from '../../../shared/extension-id.ts'
import { makeIndexRow, makeIndexRows } from '../../builders.ts'
import { createTestApp, publicUrl } from '../../test-app.ts'
import { accountsElsewhere, createWebApp, makePerson } from './web-app.ts'

const rows = [
  ...makeIndexRows(130),
  makeIndexRow({ file_name: 'whole', license: 'CC BY-ND 4.0', credit: 'Ida' }),
  makeIndexRow({ file_name: 'free', license: 'CC0', credit: 'Bo', credit_url: 'https://bo.test/' }),
  makeIndexRow({
    file_name: 'sneaky',
    suggested_filename: '"><script>alert(1)</script>',
    data: { scene_description: `A "quoted" <b>lake</b> & it's deep` },
  }),
]
const fileAt = (file: string) => ({ path: `/pictures/${file}`, size: 1, mtimeMs: 0 })

const web = await createWebApp({ rows })
afterAll(() => web.close())

const share = async (ids: readonly string[], name = 'Ada') => {
  const { username } = await makePerson(web, { ids, name })
  return { username, ...(await web.open(`/share/${username}`)) }
}

describe('a share page', () => {
  it('shows the person, the number of wallpapers, and each wallpaper with alt text and a link', async () => {
    const { status, html, username } = await share(['row-1', 'row-2'])
    expect(status).toBe(200)
    expect(html).toContain('<h1 dir="auto">Ada</h1>')
    expect(html).toContain(`@${username} · 2 wallpapers`)
    expect(html).toContain(`src="/api/users/${username}/image"`)
    for (const id of ['row-1', 'row-2']) expect(html).toContain(`<a href="/wallpaper/${id}">`)
    expect(html.match(/alt="A quiet lake\."/g)).toHaveLength(2)
    expect(html).toContain(
      `data-show="${publicUrl}/share/${username}" data-extensions="${extensionId}"`,
    )
  })

  it('starts with the newest favorite', async () => {
    const { html } = await share(['row-1', 'row-2', 'row-3'])
    const order = [...html.matchAll(/href="\/wallpaper\/(row-\d)"/g)].map(([, id]) => id)
    expect(order).toEqual(['row-3', 'row-2', 'row-1'])
  })

  it('names authors and licenses, and always shows them if the license demands it', async () => {
    const { html } = await share(['whole', 'free', 'row-1'])
    const credits = [...html.matchAll(/<p class="credit (\w*)">(.*?)<\/p>/g)]
    expect(credits.map(([, isDue, author]) => [isDue, author])).toEqual([
      [
        '',
        '<a href="https://bo.test/" rel="author external"><bdi>Bo</bdi></a> · <a href="https://creativecommons.org/publicdomain/zero/1.0/" rel="license external"><bdi>CC0 1.0</bdi></a>',
      ],
      [
        'due',
        '<bdi>Ida</bdi> · <a href="https://creativecommons.org/licenses/by-nd/4.0/" rel="license external"><bdi>CC BY-ND 4.0</bdi></a>',
      ],
    ])
  })

  it('says how many wallpapers have left the catalogue', async () => {
    expect((await share(['row-1', 'left-1', 'left-2'])).html).toContain(
      '1 of 3 wallpapers; 2 are no longer in the catalogue</p>',
    )
    const left = await share(['left-1'])
    const says = '1 wallpaper is no longer in the catalogue.'
    expect(left.html).toContain(`<p class="empty">${says}</p>`)
    expect(left.html).toContain(`<meta property="og:description" content="${says}">`)
    expect(left.html).not.toContain('og:image')
    expect((await share(['row-1'])).html).not.toContain('no longer in the catalogue')
  })

  it('is friendly when there are no favorites yet', async () => {
    const { status, html } = await share([])
    expect(status).toBe(200)
    expect(html).toContain('No favorites yet.')
    expect(html).not.toContain('<ul class="wall')
  })

  it('has a social card, and is not indexed by search engines', async () => {
    const { html, username } = await share(['row-1'])
    const url = `${publicUrl}/share/${username}`
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).toContain(`<link rel="canonical" href="${url}">`)
    expect(html).toContain(`<meta property="og:url" content="${url}">`)
    expect(html).toContain('<meta property="og:title" content="Ada’s wallpapers · Fresco">')
    expect(html).toContain('content="1 wallpaper that Ada loves.')
    expect(html).toMatch(/<meta property="og:image" content="[^"]+\/preview\.jpg\?v=\w{10}">/)
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
  })

  it('has another card picture when the favorites change', async () => {
    const cardOf = ({ html }: { html: string }) => /preview\.jpg\?v=\w+/.exec(html)?.[0]
    expect(cardOf(await share(['row-1']))).not.toBe(cardOf(await share(['row-2'])))
    expect(cardOf(await share(['row-1']))).toBe(cardOf(await share(['row-1'])))
  })

  it('accepts the username in any case, and names the lower-case address as canonical', async () => {
    const { username } = await share([])
    const { status, html } = await web.open(`/share/${username.toUpperCase()}`)
    expect(status).toBe(200)
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}/share/${username}">`)
  })

  it('shows a long list in pages', async () => {
    const { username, html } = await share(rows.map((_, at) => `row-${at}`))
    const idsOf = (page: string) =>
      new Set([...page.matchAll(/\/wallpaper\/(row-\d+)"/g)].map(([, id]) => id))
    expect(html).toContain('Page 1 of 3')
    expect(html).toContain('· 130 of 133 wallpapers; 3 are no longer')
    const pages = [
      html,
      ...(await Promise.all(
        [2, 3].map(async (page) => (await web.open(`/share/${username}?page=${page}`)).html),
      )),
    ]
    expect(new Set(pages.flatMap((page) => [...idsOf(page)])).size).toBe(130)
    expect((await web.open(`/share/${username}?page=99`)).html).toContain('Page 3 of 3')
  })

  it('escapes names, titles and texts', async () => {
    const { html } = await share(['sneaky'], '<script>alert("x")</script>')
    expect(html).not.toMatch(/<script>|<b>/)
    expect(html).toContain('&lt;script&gt;')
    expect(html).toContain('alt="A &quot;quoted&quot; &lt;b&gt;lake&lt;/b&gt; &amp; it&#39;s deep"')
  })
})

describe('a share page that does not exist', () => {
  it.each([
    ['nobody has', 'nobody'],
    ['with an encoded slash', 'a%2Fb'],
    ['that climbs', '..%2f..%2fetc%2fpasswd'],
    ['that is no encoding', '%zz'],
    ['of markup', '<script>'],
    ['of 10,000 characters', 'a'.repeat(10_000)],
    ['with more behind it', 'nobody/deeper/still'],
    ['that is empty', ''],
  ])('is a friendly page for a name %s', async (_, name) => {
    const { status, html, headers } = await web.open(`/share/${name}`)
    expect(status).toBe(404)
    expect(headers.get('Content-Type')).toContain('text/html')
    expect(html).toContain('Nobody shares wallpapers here')
    expect(html).not.toContain('<script>')
  })
})

it('a share page asks people to try again while the accounts are busy', async () => {
  const busy = new DomainError('BUSY', 'Clerk is busy', { retryAfterSeconds: 7 })
  const accounts = accountsElsewhere(web, () => Promise.reject(busy))
  const app = await createTestApp({ accounts })
  const response = await app.request('/share/ada', { headers: { Accept: 'text/html' } })
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('7')
  expect(await response.text()).toContain('try again in a moment')
})

describe('the picture of a share page', () => {
  it('is one of the wallpapers if the server has no files of its own', async () => {
    const { username } = await share(['row-4'])
    const { status, location } = await web.open(`/share/${username}/preview.jpg`)
    expect(status).toBe(302)
    expect(location).toBe(`${publicUrl}/cache/row-4.webp`)
  })

  it('is made of the four newest favorites, without pictures whose license forbids to crop them, and never cached', async () => {
    const composed: (readonly string[])[] = []
    const made = await createWebApp({
      rows,
      deps: {
        files: { find: async (_, file) => (file === 'row-9.png' ? undefined : fileAt(file)) },
        collages: {
          compose: async (files) => {
            composed.push(files.map(({ file }) => file.path))
            return { picture: Uint8Array.of(1), contentType: 'image/jpeg' }
          },
        },
      },
    })
    for (const [ids, status] of [
      [['row-1', 'row-2', 'row-3', 'row-4', 'gone', 'row-5'], 200],
      [['row-1', 'row-2', 'row-3', 'row-4', 'whole'], 200],
      [['row-9'], 302],
      [[], 404],
    ] as const) {
      const { username } = await makePerson(made, { ids })
      const answer = await made.open(`/share/${username}/preview.jpg`)
      expect(answer.status).toBe(status)
      // The picture shall not outlive a heart or the account.
      if (status !== 404) expect(answer.headers.get('Cache-Control')).toBe('no-cache')
    }
    expect(composed).toEqual(
      [
        ['row-5', 'row-4', 'row-3', 'row-2'],
        ['row-4', 'row-3', 'row-2', 'row-1'],
      ].map((ids) => ids.map((id) => `/pictures/${id}.png`)),
    )
    await made.close()
  })
})

const makeRenamed = async () => {
  const { username, userId } = await makePerson(web, { ids: ['row-1'] })
  const now = `${username}_b`
  await web.accounts.rename(userId, { username: now })
  return { username, now, userId }
}

describe('links with a former username', () => {
  it.each(['', '?page=2', '/preview.jpg', '/preview.jpg?v=1'])(
    'lead from /share/{username}%s to the same address with the current one',
    async (rest) => {
      const { username, now } = await makeRenamed()
      const { status, location, headers } = await web.open(`/share/${username}${rest}`)
      expect({ status, location }).toEqual({ status: 308, location: `/share/${now}${rest}` })
      expect(headers.get('Cache-Control')).toBe('no-store')
    },
  )

  it('select wallpapers', async () => {
    const { username } = await makeRenamed()
    const selected = await web.open(`/api/wallpapers?from=@${username}&include=details`)
    expect(JSON.parse(selected.html)).toMatchObject({ items: [{ id: 'row-1' }] })
  })

  it('name the current one to programs that follow the favorites', async () => {
    const { username, now } = await makeRenamed()
    const read = async (name: string) => JSON.parse((await web.open(`/api/favorites/${name}`)).html)
    expect(await read(username)).toMatchObject({ username, renamedTo: now })
    expect(await read(now.toUpperCase())).not.toHaveProperty('renamedTo')
  })

  it('lead back when the owner takes the name back, and nowhere once the account is deleted', async () => {
    const { username, now, userId } = await makeRenamed()
    await web.accounts.rename(userId, { username })
    expect((await web.open(`/share/${username}`)).status).toBe(200)
    expect((await web.open(`/share/${now}`)).location).toBe(`/share/${username}`)
    await web.accounts.delete(userId)
    for (const name of [username, now])
      for (const path of [`/share/${name}`, `/feed.rss?from=@${name}`, `/api/favorites/${name}`])
        expect((await web.open(path)).status).toBe(404)
  })
})
