import { describe, expect, it } from 'vitest'
import { defaultSettings, toFilters } from '../../../../extension/features/settings/settings.ts'
import {
  createAllCatalogues,
  createBuiltIn,
} from '../../../../extension/features/supply/all-catalogues.ts'
import { bundle, darkBundled } from '../../fakes/make-wallpaper.ts'
import { image } from '../../fakes/set-up-top-up.ts'

const filters = toFilters(defaultSettings, { width: 1920, height: 1080 }, 'built-in')
const builtIn = createBuiltIn([...bundle, darkBundled], { load: async () => image })
const idsOf = async (part = {}, exclude: string[] = []) =>
  (await builtIn.find({ ...filters, ...part }, exclude)).map(({ id }) => id).toSorted()

describe('createBuiltIn', () => {
  it('finds the built-in pictures that are not left out, dark ones if wanted', async () => {
    expect(await idsOf({}, ['one'])).toEqual(['dark', 'three', 'two'])
    expect(await idsOf({ tone: 'dark' })).toEqual(['dark'])
  })

  it.each([{ category: 'nature' }, { color: 'red' }, { type: 'mobile' }])(
    'has nothing for %j',
    async (part) => expect(await idsOf(part)).toEqual([]),
  )

  it('describes a picture with addresses inside the extension', async () => {
    expect(await builtIn.describe('built-in', 'one')).toMatchObject({
      title: 'one',
      image_url: 'wallpapers/one.jpg',
      preview_url: 'wallpapers/one.jpg',
    })
    expect(await builtIn.describe('built-in', 'gone')).toBeUndefined()
  })
})

describe('createAllCatalogues', () => {
  it('sends each call to the catalogue that it names, and refuses those of no known kind', async () => {
    const all = createAllCatalogues({ 'built-in': builtIn })
    expect((await all.describe('built-in', 'two'))?.id).toBe('two')
    expect(await all.find(filters, [])).toHaveLength(4)
    await expect(all.describe('own', 'two')).rejects.toMatchObject({ code: 'not-a-catalogue' })
  })
})
