import { describe, expect, it } from 'vitest'
import { findRows, parseRows } from '../../../../server/catalogue/packed/json-rows.ts'
import { DomainError } from '../../../../server/domain-error.ts'

const read = (text: string) => [...findRows(new TextEncoder().encode(text))].flatMap(parseRows)

describe('findRows', () => {
  it.each([
    ['{"rows": []}', 'is not a JSON array'],
    ['[1', 'is not valid JSON'],
  ])('reports that the catalogue is unavailable for %s', (text, problem) => {
    const message = `The catalogue's index.json ${problem}`
    expect(() => read(text)).toThrow(new DomainError('CATALOGUE_UNAVAILABLE', message))
  })
})

describe('parseRows', () => {
  it('reports that the catalogue is unavailable for a row that is not JSON', () => {
    const message = "The catalogue's index.json is not valid JSON"
    expect(() => read('[{]]')).toThrow(new DomainError('CATALOGUE_UNAVAILABLE', message))
  })
})
