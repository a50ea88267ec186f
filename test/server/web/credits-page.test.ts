import { describe, expect, it } from 'vitest'
import { makeIndexRow, makeIndexRows } from '../../builders.ts'
import { createTestApp, publicUrl } from '../../test-app.ts'

const credited = {
  suggested_filename: 'A <lake>',
  credit: 'Ada & Co',
  credit_url: 'https://ada.example/',
  license: 'CC BY-SA 4.0',
  source_url: 'https://photos.example/lake',
}

const open = async (rows: readonly unknown[], path = '/credits') => {
  const app = await createTestApp({ rows })
  return (await app.request(`${publicUrl}${path}`)).text()
}

describe('the credits page', () => {
  it('names the author, the license and the source of each picture, with links', async () => {
    const html = await open([makeIndexRow(credited)])
    for (const part of [
      '<a href="/wallpaper/lake-view"><bdi>A &lt;lake&gt;</bdi></a>',
      '<a href="https://ada.example/" rel="author external"><bdi>Ada &amp; Co</bdi></a>',
      '<a href="https://creativecommons.org/licenses/by-sa/4.0/" rel="license external"><bdi>CC BY-SA 4.0</bdi></a>',
      '<a href="https://photos.example/lake" rel="external">photos.example</a>',
    ])
      expect(html).toContain(part)
  })

  it('leaves out pictures of which nothing is known', async () => {
    const html = await open(makeIndexRows(3))
    expect(html).toContain('No author, license or source of the pictures on this page is known.')
    expect(html).not.toContain('href="/wallpaper/')
  })

  it.each([
    ['0', '/credits'],
    ['1', '/credits'],
    ['01', '/credits'],
    ['03', '/credits/3'],
    ['999', '/credits/3'],
  ])('has one address for each page, to which /credits/%s leads', async (number, path) => {
    const app = await createTestApp({ rows: makeIndexRows(700) })
    const { status, headers } = await app.request(`${publicUrl}/credits/${number}`)
    expect([status, headers.get('Location')]).toEqual([302, path])
  })

  it('shows a name that is written from right to left without turning the text around it', async () => {
    const html = await open([makeIndexRow({ credit: '\u202Eada' })])
    expect(html).toContain('<li><bdi>\u202Eada</bdi></li>')
  })

  it('has pages for a large catalogue, which together list each picture once', async () => {
    const rows = makeIndexRows(700, (at) => ({ credit: `Author ${at}` }))
    const app = await createTestApp({ rows })
    const listed: string[] = []
    let path: string | undefined = '/credits'
    while (path) {
      const html = await (await app.request(`${publicUrl}${path}`)).text()
      listed.push(...[...html.matchAll(/href="\/wallpaper\/([^"]+)"/g)].map(([, id = '']) => id))
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]
    }
    expect(listed).toEqual(Array.from(rows, (_, at) => `row-${at}`))
  })
})
