import { describe, expect, it } from 'vitest'
import { findSimilar } from '../../../shared/catalogue/similar.ts'
import { makeCatalogue, makeIndexRow, makeIndexRows } from '../../builders.ts'

const plain = { tags: [], primary_colors: [], secondary_colors: [] }
const row = (file_name: string, data: object, fields: object = {}) =>
  makeIndexRow({ file_name, category: '', data: { ...plain, ...data }, ...fields })

const similarTo = (rows: readonly unknown[], id: string, count = 9) => {
  const catalogue = makeCatalogue({ index: rows })
  const wallpaper = catalogue.find(id)
  if (wallpaper === undefined) throw new Error(`no ${id}`)
  return findSimilar(catalogue, wallpaper, { count }).map((found) => found.id)
}

describe('findSimilar', () => {
  it('puts what shares tags before what does not', () => {
    const rows = [
      row('own', { tags: ['lake', 'fog', 'dawn'] }),
      row('city', { tags: ['street'] }),
      row('lake', { tags: ['lake'] }),
      row('foggy-lake', { tags: ['lake', 'fog'] }),
    ]
    expect(similarTo(rows, 'own')).toEqual(['foggy-lake', 'lake', 'city'])
  })

  it.each([
    ['that are rare', 0],
    ['that are rare only together', 300],
  ])('finds those few among many that share tags %s', (_, others) => {
    const rows = makeIndexRows(1_200, (at) => {
      const lone = at % 240 === 7 ? ['moor', 'heron', 'mist'] : []
      const common = at < 3 * others ? [['moor', 'heron', 'mist'][at % 3]] : ['x']
      return { data: { tags: lone.length > 0 ? lone : common } }
    })
    const few = ['row-247', 'row-487', 'row-727', 'row-967']
    const catalogue = makeCatalogue({ index: rows })
    const found = findSimilar(catalogue, catalogue.at(7), { count: 9 }).map(({ id }) => id)
    expect(found.slice(0, 4).sort()).toEqual(few)
  })

  it('compares the colors that are seen, and their names where there is no palette', () => {
    const seen = [
      row('own', { palette: ['#102040'] }),
      row('orange', { palette: ['#FF8000'] }),
      row('navy', { palette: ['#142448'] }),
    ]
    expect(similarTo(seen, 'own')).toEqual(['navy', 'orange'])
    const named = [
      row('own', { primary_colors: ['blue'] }),
      row('red', { primary_colors: ['red'] }),
      row('sky', { primary_colors: ['blue'] }),
    ]
    expect(similarTo(named, 'own')).toEqual(['sky', 'red'])
  })

  it('prefers the category and the shape', () => {
    const rows = [
      row('own', {}, { category: '#nature' }),
      row('tall', {}, { category: '#nature', orientation: 'Mobile', width: 1080, height: 1920 }),
      row('tech', {}, { category: '#tech' }),
      row('hill', {}, { category: '#nature' }),
    ]
    expect(similarTo(rows, 'own')).toEqual(['hill', 'tall', 'tech'])
  })

  it('puts near-duplicates of the wallpaper, and of better ones, after all others', () => {
    const looks = (phash: string, tags: readonly string[]) => ({ phash, tags })
    const rows = [
      row('own', looks('00000000ffffffff', ['lake', 'fog'])),
      row('own-in-4k', looks('00000000ffffffff', ['lake', 'fog'])),
      row('pier', looks('123456789abcdef0', ['lake'])),
      row('pier-cropped', looks('123456789abcdef0', ['lake'])),
      row('street', looks('f0e1d2c3b4a59687', [])),
    ]
    expect(similarTo(rows, 'own')).toEqual(['pier', 'street', 'own-in-4k', 'pier-cropped'])
  })

  it('never shows the wallpaper itself, nor one twice, nor more than asked for', () => {
    const found = similarTo(makeIndexRows(400), 'row-7', 12)
    expect(found).toHaveLength(12)
    expect(new Set(found).size).toBe(12)
    expect(found).not.toContain('row-7')
  })

  it('looks at a bounded number, however large the catalogue is', () => {
    const catalogue = makeCatalogue({ index: makeIndexRows(3_000) })
    let looked = 0
    const counted = { ...catalogue, at: (at: number) => catalogue.at(at + 0 * looked++) }
    findSimilar(counted, catalogue.at(0), { count: 8 })
    expect(looked).toBeGreaterThan(8)
    expect(looked).toBeLessThan(300)
  })
})
