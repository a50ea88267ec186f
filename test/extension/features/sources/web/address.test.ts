import { describe, expect, it } from 'vitest'
import { parseSourceNames } from '../../../../../extension/features/settings/source-names.ts'
import { sourceOf } from '../../../../../extension/features/sources/all.ts'
import {
  parseCatalogueAddress,
  parseDefaultCatalogue,
  toTreeUrl,
} from '../../../../../extension/features/sources/web/address.ts'
import { expectDefined } from '../../../../expect-defined.ts'

const raw = 'https://raw.githubusercontent.com/ada/walls'
const placeOf = (text: string) => expectDefined(parseCatalogueAddress(text))

describe('parseCatalogueAddress', () => {
  it.each([
    ['github.com/ada/walls', '', 'HEAD'],
    [' https://www.github.com/ada/walls.git ', '', 'HEAD'],
    ['http://github.com/ada/walls/?tab=readme#top', '', 'HEAD'],
    ['github.com/ada/walls/sea/deep', '/sea/deep', 'HEAD/sea/deep'],
    ['github.com/ada/walls/tree/HEAD/sea', '/sea', 'HEAD/sea'],
    ['github.com/ada/walls/tree/v2', '/tree/v2', 'v2'],
    ['github.com/ada/walls/blob/HEAD/index.json', '', 'HEAD'],
    ['github.com/ada/walls/my%20walls', '/my%20walls', 'HEAD/my%20walls'],
    [`${raw}/HEAD/index.json`, '', 'HEAD'],
    [`${raw}/refs/heads/v2/index.json`, '/tree/v2', 'v2'],
  ])('finds the repository in %s', (text, path, folder) => {
    const name = `https://github.com/ada/walls${path}`
    expect(placeOf(text)).toMatchObject({ name, index: `${raw}/${folder}/index.json` })
  })

  it('finds an index of another name in a repository', () => {
    expect(placeOf('github.com/ada/walls/raw/HEAD/json/all.json')).toMatchObject({
      name: 'https://github.com/ada/walls/json/all.json',
      index: `${raw}/HEAD/json/all.json`,
    })
  })

  it.each([
    ['walls.test', 'https://walls.test/index.json'],
    ['walls.test/sea/index.html', 'https://walls.test/sea/index.json'],
    ['https://walls.test/all.json?v=2', 'https://walls.test/all.json'],
    ['http://walls.test/', 'http://walls.test/index.json'],
    ['ada.github.io/walls/', 'https://ada.github.io/walls/index.json'],
    ['192.168.1.4/walls', 'http://192.168.1.4/walls/index.json'],
  ])('finds the index of the site %s', (text, index) => {
    expect(placeOf(text)).toMatchObject({ name: index, index })
  })

  it.each([
    ...['', 'not an address', 'ftp://walls.test', 'github.com/ada', 'https://me:pw@walls.test'],
  ])('finds no catalogue in %j', (text) => {
    expect(parseCatalogueAddress(text)).toBeUndefined()
  })

  it.each([
    'https://github.com/ada/walls',
    'https://github.com/ada/walls/sea',
    'https://github.com/ada/walls/json/all.json',
    'https://github.com/ada/walls/tree/v2/sea',
    'https://github.com/ada/walls/tree/new%2Fsea/deep',
    'https://github.com/ada/walls/tree/HEAD/tree/sea',
    'https://github.com/ada/walls/100%25/a%26b',
    'https://ada.github.io/walls/index.json',
    'https://walls.test/@ada/index.json',
  ])('gives the catalogue with the name %s this name again', (name) => {
    expect(placeOf(name).name).toBe(name)
    expect(parseSourceNames([name])).toEqual([name])
    expect(sourceOf(name).kind).toBe('web')
  })
})

describe('parseDefaultCatalogue', () => {
  it.each([
    ['github.com/ada/walls/', 'https://github.com/ada/walls'],
    ['https://ada.github.io/walls/', 'https://ada.github.io/walls/index.json'],
    ['http://localhost:8080', 'http://localhost:8080/index.json'],
  ])('of %s is the name %s', (address, name) => {
    expect(parseDefaultCatalogue(address)).toBe(name)
  })

  it.each(['ada/walls', 'built-in', 'ftp://walls.test', 'https://github.com/ada'])(
    'refuses %s',
    (address) => {
      expect(() => parseDefaultCatalogue(address)).toThrow(`WXT_DEFAULT_CATALOGUE is '${address}'`)
    },
  )
})

describe('toTreeUrl', () => {
  it.each([
    ['github.com/ada/walls/sea', 'HEAD'],
    ['github.com/ada/walls/tree/new%2Fsea', 'new%2Fsea'],
  ])('of %s asks for all files', (text, ref) => {
    expect(toTreeUrl(expectDefined(placeOf(text).github))).toBe(
      `https://api.github.com/repos/ada/walls/git/trees/${ref}?recursive=1`,
    )
  })
})
