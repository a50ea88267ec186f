import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../server/config/config.ts'
import { jsonLists } from '../../../../server/sources/pulled/json-lists.ts'
import { type Site, startSite } from '../../../emulators/site.ts'
import { listWith } from './harness.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const read = (address: string) =>
  listWith(jsonLists(parseConfig({ JSON_LISTS: `${site.url}${address}` }))[0])

describe('jsonLists', () => {
  it('finds the pictures and what is said of them', async () => {
    const ada = { name: 'Ada', username: 'ada1' }
    const first = {
      id: 7,
      urls: { full: '/a.jpg' },
      title: 'Lake',
      user: ada,
      tags: [{ name: 'calm' }],
    }
    site.put(
      '/list',
      JSON.stringify({ data: [first, { urls: { full: `${site.url}/b.jpg` } }, {}] }),
    )
    expect(await read('/list#data.urls.full')).toEqual([
      {
        key: '7',
        version: `${site.url}/a.jpg`,
        address: `${site.url}/a.jpg`,
        facts: { title: 'Lake', credit: 'Ada', tags: ['calm'] },
      },
      expect.objectContaining({ key: `${site.url}/b.jpg`, facts: {} }),
    ])
  })

  it('reads a list of addresses, and a single one', async () => {
    site.put('/texts', JSON.stringify(['/a.jpg', '/b.jpg']))
    site.put('/one', JSON.stringify({ url: '/a.jpg' }))
    expect(await read('/texts')).toHaveLength(2)
    expect(await read('/one#url')).toHaveLength(1)
  })

  it('reads all pages', async () => {
    const page = (n: number) => JSON.stringify([{ path: `/${n}.jpg` }])
    site.put('/pages?page=1', page(1))
    site.put('/pages?page=2', page(2))
    expect(await read('/pages?page={page}#path')).toHaveLength(2)
    site.put('/pages?page=3', page(2))
    site.asked()
    expect(await read('/pages?page={page}#path')).toHaveLength(2)
    expect(site.asked()).toHaveLength(3)
  })

  it('refuses what is not JSON', async () => {
    site.put('/page', '<html>')
    await expect(read('/page#url')).rejects.toThrow('127.0.0.1')
    await expect(read('/nowhere')).rejects.toThrow('has nothing at this address (404)')
  })
})
