import { describe, expect, it } from 'vitest'
import { parseLinks, toLink, withLink } from '../../../../extension/features/links/links.ts'

describe('toLink', () => {
  it.each([
    ['example.org', '', 'example.org', 'https://example.org/'],
    [' www.example.org/ada ', '', 'example.org', 'https://www.example.org/ada'],
    ['http://example.org/?q=1#top', ' Ada ', 'Ada', 'http://example.org/?q=1#top'],
    ['example.org', '\n Page\n  of Ada ', 'Page of Ada', 'https://example.org/'],
    ['nas.local:5000', '', 'nas.local', 'http://nas.local:5000/'],
    ['bücher.example', 'Bücher', 'Bücher', 'https://xn--bcher-kva.example/'],
  ])('makes of %j and the name %j the link %j to %s', (address, typed, name, url) =>
    expect(toLink(address, typed)).toBe(`${url} ${name}`),
  )

  it.each([
    '',
    'two words',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'chrome://settings',
    'about:blank',
    'https://user:secret@example.org',
    `example.org/${'x'.repeat(700)}`,
  ])('refuses %j', (address) => expect(toLink(address, 'Name')).toBeUndefined())
})

describe('withLink', () => {
  const link = (host: string, name = host) => `https://${host}/ ${name}`

  it('adds a link at the end, and renames one with the same address', () => {
    expect(withLink([link('a')], link('b'))).toEqual([link('a'), link('b')])
    expect(withLink([link('a'), link('b')], link('a', 'New'))).toEqual([
      link('a', 'New'),
      link('b'),
    ])
  })
})

describe('parseLinks', () => {
  const link = 'https://ada.test/?q=1#top Ada Lovelace'

  it('keeps up to eight links with a web address and a name', () => {
    expect(parseLinks(Array(9).fill(link))).toEqual(Array(8).fill(link))
  })

  it.each([
    ['no list', link],
    ['no text', [{ url: 'https://ada.test/' }]],
    ['no name', ['https://ada.test/', 'https://ada.test/  ']],
    ['no address', ['Ada Lovelace']],
    ['a name of 41 characters', [`https://ada.test/ ${'x'.repeat(41)}`]],
  ])('leaves out %s', (_, stored) => expect(parseLinks(stored)).toEqual([]))
})
