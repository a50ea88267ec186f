import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../server/config/config.ts'
import { webdav } from '../../../../server/sources/pulled/webdav.ts'
import { type Site, startSite } from '../../../emulators/site.ts'
import { listWith } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const open = (address: string) => webdav(parseConfig({ WEBDAV_FOLDERS: address }))[0]
const list = (path: string) => listWith(open(site.url + path))

/** Puts a folder there whose answer has these responses. */
const putFolder = (path: string, responses: readonly string[]) =>
  site.put(path, {
    status: 207,
    body: `<?xml version="1.0"?><a:multistatus xmlns:a="DAV:" xmlns:oc="http://owncloud.org/ns">${responses.join('')}</a:multistatus>`,
  })
const known = (properties: string) =>
  `<a:propstat><a:prop>${properties}</a:prop><a:status>HTTP/1.1 200 OK</a:status></a:propstat>`
const file = (href: string, properties = '<a:getetag>"1"</a:getetag>') =>
  `<a:response><a:href>${href}</a:href>${known(`<a:resourcetype/>${properties}`)}</a:response>`
const folder = (href: string) =>
  `<a:response><a:href>${href}</a:href>${known('<a:resourcetype><a:collection/></a:resourcetype>')}</a:response>`

describe('webdav', () => {
  it('lists the pictures of a folder and its subfolders, which are category and tags', async () => {
    putFolder('/dav/', [
      folder('/dav/'),
      folder('/dav/Sea%20%26%20sand/'),
      folder('/dav/%40eaDir/'),
      file('/dav/lake.png', '<a:getetag>&quot;e1&quot;</a:getetag><oc:fileid>42</oc:fileid>'),
      file('/dav/notes.txt'),
    ])
    putFolder('/dav/Sea%20%26%20sand/', [folder('/dav/Sea%20%26%20sand/2024/')])
    putFolder('/dav/Sea%20%26%20sand/2024/', [
      file(
        '/dav/Sea%20%26%20sand/2024/d%c3%bcne.JPG',
        '<a:getlastmodified>May</a:getlastmodified><a:getcontentlength>9</a:getcontentlength>',
      ),
    ])
    expect(await list('/dav')).toEqual([
      {
        key: '42',
        version: '"e1"',
        address: `${site.url}/dav/lake.png`,
        name: 'lake.png',
        facts: {},
      },
      {
        key: 'Sea & sand/2024/düne.JPG',
        version: 'May 9',
        address: `${site.url}/dav/Sea%20%26%20sand/2024/d%C3%BCne.JPG`,
        name: 'düne.JPG',
        facts: { category: 'Sea & sand', tags: ['2024'] },
      },
    ])
  })

  it('takes only what is directly in the folder, at the same server', async () => {
    putFolder('/in/', [
      file(`${site.url}/in/a#1?.png`),
      ...['/other/b.png', '/in/../b.png', '/in/%2e%2e/b.png', '/in/x%2fb.png', '/in/x/b.png'].map(
        (href) => file(href),
      ),
      file('http://far.example/in/b.png'),
    ])
    expect((await list('/in/'))?.map(({ address }) => address)).toEqual([
      `${site.url}/in/a%231%3F.png`,
    ])
  })

  it('reads what Nextcloud shares by a link', async () => {
    putFolder('/cloud/public.php/dav/files/Tok3n/', [
      file('/cloud/public.php/dav/files/Tok3n/a.png'),
    ])
    expect(await list('/cloud/index.php/s/Tok3n')).toHaveLength(1)
    site.requests.length = 0
    const shared = open(`${site.url.replace('//', '//:secret@')}/cloud/s/Tok3n`)
    expect(await listWith(shared)).toHaveLength(1)
    const login = Buffer.from('anonymous:secret').toString('base64')
    expect(site.requests[0]?.headers.authorization).toBe(`Basic ${login}`)
  })

  it.each<[string, Parameters<Site['put']>[1], string]>([
    ['a page', '<!doctype html>', 'The server lists no such folder: check its address'],
    [
      'a damaged list',
      { status: 207, body: '<a:multistatus xmlns:a="DAV:"><a:resp' },
      'sends a damaged list',
    ],
    [
      'entities',
      { status: 207, body: '<!DOCTYPE x [<!ENTITY a "a">]><x>&a;</x>' },
      'sends a damaged list',
    ],
    ['a wrong password', { status: 401 }, 'refuses the login (401): check WEBDAV_FOLDERS'],
    [
      'a redirect',
      { status: 301, headers: { Location: 'http://far.example/' } },
      'a redirect (301) that a PROPFIND cannot follow',
    ],
  ])('refuses %s, and never names the password', async (_, answer, problem) => {
    site.put('/bad/', answer)
    const error = await listWith(open(`${site.url.replace('//', '//ada:secret@')}/bad`)).catch(
      String,
    )
    expect(error).toContain(problem)
    expect(error).not.toContain('secret')
  })
})
