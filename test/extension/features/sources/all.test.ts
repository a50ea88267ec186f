import { describe, expect, it } from 'vitest'
import { parseSourceNames } from '../../../../extension/features/settings/source-names.ts'
import {
  createOpener,
  createSources,
  factsOf,
  kinds,
  sourceOf,
  toLabel,
} from '../../../../extension/features/sources/all.ts'
import texts from '../../../../extension/public/_locales/en/messages.json' with { type: 'json' }
import { bundle, darkBundled, makeFilters } from '../../fakes/make-wallpaper.ts'
import { image } from '../../fakes/set-up-top-up.ts'

const filters = makeFilters({ catalogue: 'built-in' })
const open = createOpener({
  fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  connectImages: () => ({ load: async () => image }),
  bundle: [...bundle, darkBundled],
  readSizing: async () => ({ screen: undefined, saves: false }),
})
const sources = createSources(open)
const repository = 'https://github.com/ada/walls'
const server = 'https://walls.example/fresco'
const examples = kinds.map(({ kind, only, example = '' }) => ({ kind, name: only ?? example }))

describe('sourceOf', () => {
  it.each([
    ['built-in', 'builtIn'],
    ['own', 'own'],
    ['commons.wikimedia.org', 'commons'],
    [repository, 'web'],
    [`${repository}/nature/big`, 'web'],
    ['https://ada.github.io/walls/index.json', 'web'],
    ['http://192.168.0.9/walls.json', 'web'],
    ['https://github.com/ada', 'server'],
    [`from=ada+${server}`, 'list'],
    ['q=blue+lake+https://walls.example/index.json', 'list'],
    ['http://127.0.0.1:8787', 'server'],
    [server, 'server'],
    ['', ''],
    ['a-newer-one', ''],
    ['newer+https://walls.example/index.json', ''],
  ])('knows without a network that %j is of the kind %j', (name, kind) => {
    expect(sourceOf(name).kind).toBe(kind)
  })

  it.each(examples)('knows $name as $kind again by its name alone', ({ kind, name }) => {
    expect(sourceOf(name).kind).toBe(kind)
    expect(parseSourceNames([name])).toEqual([name])
  })

  it.each(examples)('gives new tabs no facts of another kind for $name', ({ name }) => {
    expect(sourceOf(name)).toMatchObject(factsOf(name))
  })

  it('knows the page of a wallpaper', () => {
    const pageOf = (catalogue: string, id: string) =>
      sourceOf(catalogue).pageOf?.({ catalogue, id })
    expect(pageOf(server, 'a b')).toBe(`${server}/wallpaper/a%20b`)
    expect(factsOf(server).pageOf?.({ catalogue: server, id: 'a' })).toBe(`${server}/wallpaper/a`)
    expect(pageOf('commons.wikimedia.org', 'M7')).toBe('https://commons.wikimedia.org/entity/M7')
    expect(pageOf(repository, 'a')).toBeUndefined()
  })
})

describe('createSources', () => {
  it.each(kinds)('has texts for the card of $kind', ({ kind, example, hasAccounts }) => {
    expect(Object.keys(texts)).toContain(`source_${kind}`)
    expect(Object.keys(texts)).toContain(`sourceHint_${kind}`)
    if (example && !hasAccounts) expect(Object.keys(texts)).toContain(`addressHint_${kind}`)
  })

  it.each(examples)('has code for $kind that can do what its facts say', async ({ name }) => {
    const { hasSearch, hasDays, hasStoredPreviews, example, hasAccounts } = sourceOf(name)
    const { search, findDay, readPreview, preview } = await open(name)
    const does = [search, findDay, readPreview, preview].map((method) => method !== undefined)
    const isPreviewed = example && !hasAccounts
    expect(does).toEqual([hasSearch, hasDays, hasStoredPreviews, isPreviewed].map(Boolean))
  })

  it('refuses the sources of a newer version', async () => {
    await expect(sources.describe('a-newer-one', 'two')).rejects.toMatchObject({
      code: 'not-a-catalogue',
    })
    expect(await sources.findDay({ ...filters, catalogue: '' })).toBeUndefined()
    await expect(sources.idle(['a-newer-one', 'one'])).resolves.toBeUndefined()
  })
})

describe('the built-in pictures', () => {
  const idsOf = async (part = {}, exclude: string[] = []) =>
    (await sources.find({ ...filters, ...part }, exclude)).map(({ id }) => id).toSorted()

  it('are found if they are not left out, dark ones if wanted', async () => {
    expect(await idsOf()).toHaveLength(4)
    expect(await idsOf({}, ['one'])).toEqual(['dark', 'three', 'two'])
    expect(await idsOf({ tone: 'dark' })).toEqual(['dark'])
  })

  it.each([{ category: 'nature' }, { color: 'red' }, { type: 'mobile' }])(
    'have nothing for %j',
    async (part) => expect(await idsOf(part)).toEqual([]),
  )

  it('have addresses inside the extension', async () => {
    expect(await sources.describe('built-in', 'one')).toMatchObject({
      title: 'one',
      image_url: 'wallpapers/one.jpg',
      preview_url: 'wallpapers/one.jpg',
    })
    expect(await sources.describe('built-in', 'gone')).toBeUndefined()
  })
})

describe('toLabel', () => {
  it('is a text or the host', () => {
    expect(toLabel('own')).toBe('My own pictures')
    expect(toLabel(repository)).toBe('github.com/ada/walls')
  })
})
