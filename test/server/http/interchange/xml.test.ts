import { describe, expect, it } from 'vitest'
import { escapeXml, xmlEmpty, xmlParent, xmlText } from '../../../../server/http/interchange/xml.ts'
import { allOf, attributesOf, parseXml, textOf } from './parse-xml.ts'

const hostile = [
  `"><script>alert('1')</script>`,
  ']]> <![CDATA[ ]]> <!-- --> <?xml?>',
  '&amp; &lt; &#60; &nbsp; &',
  'Ä 海 🏔️ \u{10FFFF}',
  'tab\tand line\nbreak',
]

describe('escapeXml', () => {
  it.each(hostile)('keeps every character of %j', (text) => {
    const root = parseXml(
      xmlParent('a', [xmlText('title', text), xmlEmpty('b', { c: text.replace(/\s/g, ' ') })]),
    )
    expect(textOf(root, 'title')).toBe(text)
    expect(attributesOf(allOf(root, 'b')[0]).c).toBe(text.replace(/\s/g, ' '))
  })

  it('leaves out what XML forbids and validators refuse', () => {
    const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).join('')
    const escaped = escapeXml(`${controls}\ud800\udc00 \ud800 \udc00 \ufffd\ufffe\uffff`)
    const root = parseXml(`<a>${escaped}</a>`)
    expect(root.textContent).toMatch(/^\t\n\n? !"#\$%&'\(.*~\u{10000} {3}$/su)
  })
})

describe('xmlText', () => {
  it.each([undefined, ''])('leaves out an element without a text, as for %j', (text) => {
    expect(xmlText('a', text, { b: 1 })).toBe('')
  })

  it('leaves out attributes without a value', () => {
    expect(xmlText('a', 'text', { b: undefined, c: 0 })).toBe('<a c="0">text</a>\n')
  })
})
