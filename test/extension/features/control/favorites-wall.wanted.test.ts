import { describe, expect, it } from 'vitest'
import { isWanted, toFindable } from '../../../../extension/features/control/favorites-wall.tsx'
import { makeFavorite } from '../../fakes/make-wallpaper.ts'

const facts = { title: 'Étang au soir', color: '#1E5FD0', credits: 'Ada Lovelace · CC BY' }
const found = toFindable(makeFavorite('lake-3', facts), 'https://server.test')
const everything = { text: '', source: null, color: null }

describe('isWanted', () => {
  it.each([
    [true, {}],
    [true, { text: 'ETANG love lake' }],
    [false, { text: 'etang fog' }],
    [true, { source: 'https://server.test', color: 'blue' }],
    [false, { source: 'own' }],
    [false, { color: 'green' }],
  ])('is %s for %j', (expected, part) => {
    expect(isWanted(found, { ...everything, ...part })).toBe(expected)
  })
})
