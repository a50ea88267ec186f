import { describe, expect, it } from 'vitest'
import { makeIndexRow } from '../../builders.ts'
import { createWebApp, makePerson } from './web-app.ts'

const word = 'بحيرة'
const mark = new RegExp(word)

const row = makeIndexRow({
  file_name: `${word}-one`,
  category: word,
  data: {
    title: `${word} title`,
    description: `${word} description`,
    tags: [`${word}-tag`],
    credit: `${word} credit`,
    license: `${word} license`,
  },
})

const voids = /^(img|input|link|meta|br|hr|rect|circle|path|source)$/

/** Returns the texts with the word that no element gives a direction of its own. */
const findUndirected = (html: string): string[] => {
  const open: { name: string; isDirected: boolean }[] = []
  const found: string[] = []
  const content = html.replace(/<(script|title|head)\b.*?<\/\1>/gs, '')
  for (const [, end, name = '', attributes = '', text] of content.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|[^>"])*)>|([^<]+)/gi,
  )) {
    if (text !== undefined) {
      if (mark.test(text) && !open.some(({ isDirected }) => isDirected)) found.push(text.trim())
    } else if (end)
      open.length = Math.max(
        0,
        open.findLastIndex((one) => one.name === name),
      )
    else if (!voids.test(name) && !attributes.endsWith('/'))
      open.push({ name, isDirected: name === 'bdi' || /\bdir="auto"/.test(attributes) })
  }
  return found
}

describe('a text that a catalogue or a person wrote', () => {
  it('has a direction of its own on every page', async () => {
    const web = await createWebApp({ rows: [row, makeIndexRow({ file_name: 'lake' })] })
    const id = `${word}-one`
    const ada = await makePerson(web, { name: `${word} Ada`, ids: [id, `${word}-gone`] })
    const bob = await makePerson(web, { name: `${word} Bob` })
    const paths = [
      '/',
      `/?category=${encodeURIComponent(word)}`,
      `/?q=${encodeURIComponent(word)}`,
      `/wallpaper/${encodeURIComponent(id)}`,
      '/credits',
      `/share/${ada.username}`,
      `/share/${bob.username}`,
    ]
    for (const path of paths) {
      const { html } = await web.open(path)
      expect([path, mark.test(html)]).toEqual([path, true])
      expect([path, findUndirected(html)]).toEqual([path, []])
    }
    expect(findUndirected((await web.open('/account', ada.headers)).html)).toEqual([])
    await web.close()
  })
})
