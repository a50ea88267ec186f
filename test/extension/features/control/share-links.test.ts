import { afterEach, describe, expect, it, vi } from 'vitest'
import { isExported, listIndexes } from '../../../../extension/features/control/share-links.tsx'
import { makeFavorite } from '../../fakes/make-wallpaper.ts'

describe('isExported', () => {
  afterEach(() => vi.unstubAllGlobals())

  // Some hosts answer each address with a page.
  it.each([
    [true, Response.json({ name: 'fresco', version: '1.0.0', identity: 'none' })],
    [false, new Response('<!doctype html><title>An app</title>')],
    [false, Response.json({})],
    [false, new Response('Not found', { status: 404 })],
  ])('is %s of a site that answers with %j', async (expected, answer) => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => answer)
    vi.stubGlobal('fetch', fetch)
    expect(await isExported('https://ada.test/walls/index.json')).toBe(expected)
    const address = 'https://ada.test/walls/api/instance.json'
    expect(fetch).toHaveBeenCalledWith(address, expect.anything())
  })
})

describe('listIndexes', () => {
  it('lists the indexes of chosen catalogues that have hearts', () => {
    const [site, removed, walls] = [
      'https://ada.test/index.json',
      'https://grace.test/index.json',
      'https://github.com/ada/walls',
    ]
    const hearts = [site, site, removed, walls].map((catalogue) => makeFavorite('a', { catalogue }))
    const chosen = [site, walls, 'https://alan.test/index.json']
    expect(listIndexes([...hearts, makeFavorite('a')], chosen)).toEqual([site])
  })
})
