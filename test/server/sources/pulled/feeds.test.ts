import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../server/config/config.ts'
import { feeds } from '../../../../server/sources/pulled/feeds.ts'
import { type Site, startSite } from '../../../emulators/site.ts'
import { listWith } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const open = (path: string) => feeds(parseConfig({ FEEDS: `news=${site.url}${path}` }))[0]
const read = async (body: string | Uint8Array) => {
  site.put('/feed', body)
  return listWith(open('/feed'))
}

const rss = (items: string) => `<?xml version="1.0"?>
  <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:content="http://purl.org/rss/1.0/modules/content/"
    xmlns:creativeCommons="http://backend.userland.com/creativeCommonsRssModule">
  <channel><title>T</title><link>http://far.example/</link><description>d</description>${items}</channel></rss>`
const atom = (entries: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><title>A</title>${entries}</feed>`
const json = (item: object) =>
  JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'J', items: [item] })

describe('feeds', () => {
  it('reads what Media RSS says of a picture', async () => {
    const body = rss(`<item><title>Lake &amp; sea</title><link>http://far.example/1</link>
      <guid isPermaLink="false">g1</guid><category>calm</category><dc:creator>Somebody else</dc:creator>
      <media:group>
        <media:content url="http://far.example/small.jpg" width="320" medium="image"/>
        <media:content url="http://far.example/large.jpg?sign=1" width="3000" height="2000" medium="image"/>
        <media:content url="http://far.example/film.mp4" width="4000" medium="video"/>
        <media:credit role="photographer">Ada</media:credit>
      </media:group>
      <media:license href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</media:license>
      <media:description>A &lt;b&gt;lake&lt;/b&gt;</media:description></item>`)
    expect(await read(body)).toEqual([
      {
        key: 'g1',
        version: 'http://far.example/large.jpg',
        address: 'http://far.example/large.jpg?sign=1',
        facts: {
          title: 'Lake & sea',
          description: 'A lake',
          tags: ['calm'],
          credit: 'Ada',
          license: 'CC BY 4.0',
          license_url: 'https://creativecommons.org/licenses/by/4.0/',
          source_url: 'http://far.example/1',
        },
      },
    ])
  })

  it.each([
    ['Fog &lt;b&gt;again&lt;/b&gt; #fog #sea', 'Fog again'],
    ['#fog #sea', undefined],
    ['See issue#12', 'See issue#12'],
    [`${'Möwe '.repeat(20)}`, `${'Möwe '.repeat(11)}Möwe…`],
    ['x'.repeat(200), undefined],
  ])('takes the first words of a post as its title: %s', async (text, title) => {
    const enclosure = '<enclosure url="http://far.example/a.jpg" type="image/jpeg"/>'
    const body = rss(`<item><guid>g</guid><description>${text}</description>${enclosure}</item>`)
    expect((await read(body))?.[0]?.facts.title).toBe(title)
  })

  it('does not publish the address of the feed, which may have a key, as the page of a picture', async () => {
    const enclosure = '<enclosure url="http://far.example/a.jpg" type="image/jpeg"/>'
    site.put('/secret.rss?key=s3cret', rss(`<item><guid>g</guid>${enclosure}</item>`))
    expect(JSON.stringify(await listWith(open('/secret.rss?key=s3cret')))).not.toContain('s3cret')
  })

  const far = 'http://far.example'
  it.each<[string, string, string | undefined]>([
    [
      'an enclosure',
      rss(`<item><enclosure url="${far}/e.jpg" type="image/jpeg" length="3"/></item>`),
      `${far}/e.jpg`,
    ],
    [
      'a film',
      rss(`<item><enclosure url="${far}/e.mp3" type="audio/mpeg" length="3"/></item>`),
      undefined,
    ],
    [
      'HTML, also without a host',
      rss(
        `<item><link>${far}/posts/1</link><content:encoded><![CDATA[<p><img class="x" src='/a.jpg?x=1&amp;y=2'></p>]]></content:encoded></item>`,
      ),
      `${far}/a.jpg?x=1&y=2`,
    ],
    [
      'a small picture',
      rss(`<item><description>&lt;img src="${far}/icon.png" width="48"&gt;</description></item>`),
      undefined,
    ],
    [
      'a thumbnail alone',
      atom(`<entry><id>1</id><media:thumbnail url="${far}/t.jpg" width="480"/></entry>`),
      undefined,
    ],
    [
      'a link of Atom',
      atom(
        `<entry><id>1</id><link rel="enclosure" type="image/jpeg" href="${far}/x.jpg"/></entry>`,
      ),
      `${far}/x.jpg`,
    ],
    [
      'HTML in Atom',
      atom(
        `<entry><id>1</id><content type="html">&lt;img src="${far}/q.jpg"&gt;</content></entry>`,
      ),
      `${far}/q.jpg`,
    ],
    [
      'a preview of Reddit',
      atom(
        `<entry><id>1</id><content type="html">&lt;img src="https://preview.redd.it/fog-v0-abc123.jpeg?width=640&amp;amp;s=f"&gt;</content></entry>`,
      ),
      'https://i.redd.it/abc123.jpeg',
    ],
    ['JSON Feed', json({ id: '1', image: `${far}/i.jpg`, content_html: 'x' }), `${far}/i.jpg`],
    [
      'an attachment',
      json({ id: '1', attachments: [{ url: `${far}/z.jpg`, mime_type: 'image/jpeg' }] }),
      `${far}/z.jpg`,
    ],
    [
      'a picture for adults',
      rss(
        `<item><media:content url="${far}/a.jpg" medium="image"/><media:rating>adult</media:rating></item>`,
      ),
      undefined,
    ],
    ['nothing', rss(''), undefined],
  ])('finds the picture in %s', async (_, body, address) => {
    expect((await read(body))?.map((each) => each.address)).toEqual(address ? [address] : [])
  })

  it('reads an element that Pixelfed leaves open', async () => {
    const entry = (id: number) =>
      `<entry><id>${id}</id><media:content url="${far}/${id}.png" type="image/png" medium="image"></entry>`
    expect(await read(atom(entry(1) + entry(2)))).toHaveLength(2)
  })

  it('reads other encodings', async () => {
    const body = rss(
      `<item><title>Möwe</title><enclosure url="${far}/e.jpg" type="image/jpeg"/></item>`,
    )
    const latin = Buffer.from(body.replace('"1.0"?', '"1.0" encoding="ISO-8859-1"?'), 'latin1')
    expect((await read(latin))?.[0]?.facts.title).toBe('Möwe')
  })

  it.each([
    ['a page', '<!doctype html><html><body>Sign in'],
    [
      'a bomb',
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><rss><channel>&b;`,
    ],
    ['nested elements', '<rss>'.repeat(20_000)],
    ['nothing', ''],
  ])('refuses %s', async (_, body) => {
    await expect(read(body)).rejects.toThrow(
      'sends something that is not a feed: check its address',
    )
  })

  it('asks again with the ETag, and says when nothing has changed', async () => {
    site.put('/again', rss(''))
    const feed = open('/again')
    expect(await listWith(feed)).toEqual([])
    expect(await listWith(feed)).toBeUndefined()
  })
})
