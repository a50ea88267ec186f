import { describe, expect, it } from 'vitest'
import { prepareAnswer } from '../../../../server/adapters/prepare-answer.ts'
import type { Catalogue, SizeFilter } from '../../../../server/catalogue/catalogue.ts'
import { createCatalogue } from '../../../../server/catalogue/packed/create-catalogue.ts'
import type { Pool } from '../../../../shared/catalogue/select.ts'
import type { ColorRecord } from '../../../../shared/catalogue-api.ts'
import type { WallpaperFilters } from '../../../../shared/filters.ts'
import {
  listWallpapers,
  makeCatalogue,
  makeDocument,
  makeIndexRow,
  readAnswer,
} from '../../../builders.ts'
import { isMatch, makeRandomRows } from '../../../contracts/answered-catalogue.ts'
import sampleRows from '../../../data/index.rows.json' with { type: 'json' }

const idsIn = (catalogue: Catalogue, pool: Pool) =>
  Array.from({ length: pool.size }, (_, position) => catalogue.idAt(pool.rowAt(position))).sort()

const countSkipped = (index: readonly unknown[]) =>
  createCatalogue(makeDocument({ index }), prepareAnswer).findings.skipped

const colorNamesOf = (catalogue: Catalogue) =>
  (readAnswer(catalogue, 'colors') as ColorRecord[]).map(({ name }) => name)

describe('createCatalogue', () => {
  it('leaves the dead row of a real index out and counts it', () => {
    const index = sampleRows
    const catalogue = makeCatalogue({ index })
    expect(listWallpapers(catalogue).map(({ id }) => id)).toEqual([
      'pixel-cat-moody',
      'anime-neon-art',
      'dark-rider-ruin',
      'space-junk-coll',
      'image-48',
      'snake-girl-duality',
    ])
    expect(countSkipped(index)).toBe(1)
    expect(catalogue.find('wallpapers_mc7okhmbnrmyzuojr2mb')).toBeUndefined()
    expect(readAnswer(catalogue, 'index')).toEqual(
      sampleRows.filter(({ file_main_name }) => file_main_name !== ''),
    )
  })

  it('keeps the first of two rows with the same id', () => {
    const index = [makeIndexRow({ category: '#art' }), makeIndexRow({ category: '#cars' })]
    const catalogue = makeCatalogue({ index })
    expect(catalogue.find('lake-view')?.category).toBe('art')
    expect(countSkipped(index)).toBe(1)
    expect(readAnswer(catalogue, 'index')).toEqual([index[0]])
  })

  it('lists the names of folders that say more than their categories, and finds both', () => {
    const index = [
      makeIndexRow({ file_name: 'a', file_main_name: 'Sea & sand/a.jpg', category: '#sea-&-sand' }),
      makeIndexRow({ file_name: 'b', file_main_name: 'Über uns/b.jpg', category: '#über-uns' }),
      makeIndexRow({ file_name: 'c', file_main_name: 'Nature/c.jpg', category: '#nature' }),
      makeIndexRow({ file_name: 'd', file_main_name: 'USA/d.jpg', category: '#usa' }),
      makeIndexRow({ file_name: 'e', file_main_name: 'a/e.jpg', category: '#space' }),
    ]
    const catalogue = makeCatalogue({ index })
    expect(readAnswer(catalogue, 'categories')).toEqual([
      { name: 'nature', count: 1 },
      { name: 'sea-&-sand', label: 'Sea & sand', count: 1 },
      { name: 'space', count: 1 },
      { name: 'usa', label: 'USA', count: 1 },
      { name: 'über-uns', label: 'Über uns', count: 1 },
    ])
    expect(catalogue.labelOf('sea-&-sand')).toBe('Sea & sand')
    for (const name of ['sea-&-sand', 'sea & sand'])
      expect(catalogue.pool({ category: [name] }).size).toBe(1)
  })

  it('lists its tags in lower case, the commonest first and then by name', () => {
    const index = [['Sea', 'lake'], ['lake', 'Lake'], ['Übung', 'sea', 'lake'], []].map(
      (tags, at) => makeIndexRow({ file_name: `row-${at}`, data: { tags } }),
    )
    const catalogue = makeCatalogue({ index })
    expect(readAnswer(catalogue, 'tags')).toEqual([
      { name: 'lake', count: 3 },
      { name: 'sea', count: 2 },
      { name: 'übung', count: 1 },
    ])
    expect(catalogue.listCommonTags()).toEqual(['lake', 'sea', 'übung'])
  })

  it('collects the distinct colors of tags.json in its order', () => {
    const tags = [
      { colors: ['red', ' Blue ', 7, ''] },
      { colors: 'green' },
      null,
      7,
      { colours: ['gold'] },
      { colors: ['blue', 'dark-green', 'red'] },
    ]
    expect(colorNamesOf(makeCatalogue({ tags }))).toEqual(['red', 'blue', 'dark-green'])
  })

  it('takes the colors of the index when tags.json has none', () => {
    const index = [makeIndexRow({ data: { primary_colors: ['red'], secondary_colors: ['tan'] } })]
    expect(colorNamesOf(makeCatalogue({ index, tags: [{ colors: [] }] }))).toEqual(['red', 'tan'])
  })

  it.each([
    ['is not valid JSON', '[{'],
    ['is not a JSON array', '{}'],
    ['is not UTF-8 text', Buffer.from('["f\xfcr"]', 'latin1')],
    ['has too many lists inside lists', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['has too many lists inside lists', '['.repeat(1_000_000) + ']'.repeat(1_000_000)],
  ])('takes the colors of the index when tags.json %s (%#)', (problem, text) => {
    const index = [makeIndexRow({ data: { primary_colors: ['red'] } })]
    const document = { ...makeDocument({ index }), tags: Buffer.from(text) }
    const { catalogue, findings } = createCatalogue(document, prepareAnswer)
    expect(findings.tagsProblem).toBe(problem)
    expect(colorNamesOf(catalogue)).toEqual(['red'])
  })

  it('counts the rows whose measures are not known', () => {
    const index = [
      makeIndexRow({ file_name: 'a', data: { luminance: 0.1, palette: ['#336699'] } }),
      makeIndexRow({ file_name: 'b', width: null, data: { luminance: 0.1 } }),
    ]
    const { findings } = createCatalogue(makeDocument({ index }), prepareAnswer)
    expect(findings.unmeasured).toEqual({ size: 1, luminance: 0, palette: 1 })
  })
})

describe('the pools of a catalogue', () => {
  it('with a size leave out the rows whose size is not known', () => {
    const catalogue = makeCatalogue({ index: makeRandomRows('sizes', 300) })
    const all = listWallpapers(catalogue).filter(({ width, height }) => width && height)
    const find = (filter: SizeFilter) => idsIn(catalogue, catalogue.poolBySize(filter))
    const idsOf = (filter: WallpaperFilters) =>
      all
        .filter((wallpaper) => isMatch(wallpaper, filter))
        .map(({ id }) => id)
        .sort()
    expect(find({})).toEqual(idsOf({}))
    expect(find({ tag: 'mobile', tone: 'dark' })).toEqual(
      idsOf({ ratio: ['portrait'], tone: 'dark' }),
    )
    expect(find({ resolution: '1440p', category: ['art'] })).toEqual(
      idsOf({ atleast: { width: 2560, height: 1440 }, category: ['art'] }),
    )
  })
})
