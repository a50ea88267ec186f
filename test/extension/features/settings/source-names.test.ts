import { describe, expect, it } from 'vitest'
import {
  firstServer,
  parseSourceNames,
  readSourceNames,
} from '../../../../extension/features/settings/source-names.ts'

describe('parseSourceNames', () => {
  it('reads words and addresses in their order', () => {
    const addresses = ['https://github.com/ada/walls', 'list+https://a.test/x.json']
    const names = ['own', ...addresses, 'built-in', 'commons.wikimedia.org']
    expect(parseSourceNames([...names, 7, '', 'two words', undefined])).toEqual(names)
  })

  it.each([
    ...['ftp://a.test', 'https://user:secret@a.test', 'https://a.test/?q', 'https://a.test/'],
    ...['list+ftp://a.test', 'list+https://user:secret@a.test', 'list https://a.test'],
  ])('leaves out %s', (name) => expect(parseSourceNames([name])).toEqual([]))
})

describe('readSourceNames', () => {
  it('reads the choice of no source as such', () => {
    expect(readSourceNames([])).toEqual([])
  })

  it('is what the build was made for until a choice is stored', () => {
    expect(readSourceNames(undefined)).toEqual([firstServer])
  })
})
