import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createQueryParser } from '../../../../server/http/requests/parse-query.ts'
import { makeIndexRow } from '../../../builders.ts'
import { createTestApp } from '../../../test-app.ts'

const lists = ['category', 'color', 'ratio', 'exclude']

describe('parseQuery', () => {
  const app = createTestApp({ rows: [makeIndexRow({ file_name: 'a' })] })

  it('reads a repeated list like one with commas', async () => {
    const ask = async (query: string) => {
      const answer = await (await app).request(`/api/wallpapers?sort=latest&limit=9&${query}`)
      return [answer.status, await answer.json()]
    }
    for (const name of lists) {
      const values = name === 'ratio' ? ['16x9', '1x1'] : ['x', 'y']
      const repeated = await ask(values.map((value) => `${name}=${value}`).join('&'))
      expect(repeated).toEqual(await ask(`${name}=${values}`))
      expect(repeated).not.toMatchObject([400])
    }
    expect(await ask('exclude=&exclude=a')).toMatchObject([200, { count: 0 }])
  })

  it.each(['/api/wallpapers?count', '/api/wallpapers/search?q', '/images/a?w'])(
    '%s given twice is 400',
    async (parameter) => {
      const name = parameter.replace(/.*\?/, '')
      const response = await (await app).request(`${parameter}=a&${name}=b`)
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: `Invalid ${name}: given 2 times, expected once` },
      ])
    },
  )

  it.each([
    [
      '/api/wallpapers?sort=latest&page=2',
      "Invalid page '2': with sort=latest, use offset, the number of wallpapers to skip",
    ],
    [
      '/api/wallpapers?seed=s&offset=4&page=2',
      "Invalid page '2': expected page or offset, not both",
    ],
  ])('says how to write what %s means', async (path, error) => {
    const response = await (await app).request(path)
    expect([response.status, await response.json()]).toEqual([400, { error }])
  })

  it('ignores parameters that it does not know, however often they come', async () => {
    const path =
      '/api/wallpapers?foo=1&foo=2&foo[]=3&page=2&offset=3&utm_source=x&constructor=1&__proto__=1'
    expect((await (await app).request(path)).status).toBe(200)
  })
})

describe('createQueryParser', () => {
  const createApp = () => {
    const read: string[] = []
    const name = z.string().transform((text) => {
      read.push(text)
      return text.toUpperCase()
    })
    const parse = createQueryParser(z.object({ name }))
    const app = new Hono()
    app.get('/', (c) => c.json(parse(c)))
    app.onError(({ message }, c) => c.json({ error: message }, 400))
    const ask = async (query: string) => (await app.request(`/${query}`)).json()
    return { read, ask, app }
  }

  it('reads a repeated query only once, and every other query by itself', async () => {
    const { read, ask } = createApp()
    expect(await ask('?name=ada')).toEqual({ name: 'ADA' })
    expect(await ask('?name=ada')).toEqual({ name: 'ADA' })
    expect(await ask('?name=eve')).toEqual({ name: 'EVE' })
    expect(await ask('?name=ada')).toEqual({ name: 'ADA' })
    expect(read).toEqual(['ada', 'eve'])
  })

  it('refuses an invalid query each time', async () => {
    const { app } = createApp()
    for (const path of ['/', '/?name=a&name=b'])
      for (let time = 0; time < 2; time++) expect((await app.request(path)).status).toBe(400)
  })

  it('stores neither long queries nor too many', async () => {
    const { read, ask } = createApp()
    const long = 'a'.repeat(300)
    for (const _ of [1, 2]) expect(await ask(`?name=${long}`)).toEqual({ name: long.toUpperCase() })
    expect(read).toHaveLength(2)
    await ask('?name=first')
    for (let at = 0; at < 1_000; at++) await ask(`?name=${at}`)
    await ask('?name=first')
    expect(read.filter((text) => text === 'first')).toHaveLength(2)
  })
})
