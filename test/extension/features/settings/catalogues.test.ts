import { describe, expect, it } from 'vitest'
import {
  builtIn,
  dayCatalogueIn,
  firstServer,
  kindOf,
  listAsked,
  own,
  parseCatalogues,
  readCatalogues,
  serverIn,
  withOwn,
  withServer,
} from '../../../../extension/features/settings/catalogues.ts'

const commons = 'commons.wikimedia.org'
const repository = 'https://github.com/ada/walls'
const server = 'https://walls.example/fresco'

describe('kindOf', () => {
  it.each([
    [builtIn, 'built-in'],
    [own, 'own'],
    [commons, commons],
    [repository, 'web'],
    [`${repository}/nature/big`, 'web'],
    ['https://ada.github.io/walls/index.json', 'web'],
    ['http://192.168.0.9/walls.json', 'web'],
    ['https://github.com/ada', 'server'],
    ['http://127.0.0.1:8787', 'server'],
    [server, 'server'],
  ])('knows without a network that %s is of the kind %s', (name, kind) => {
    expect(kindOf(name)).toBe(kind)
  })
})

describe('parseCatalogues', () => {
  it('keeps names of all kinds in their order', () => {
    const names = [
      own,
      repository,
      builtIn,
      server,
      commons,
      'https://cdn.test/gh/u/r@main/index.json',
    ]
    expect(parseCatalogues(names)).toEqual(names)
  })

  it('keeps the first of several servers, each other name once, and nothing else', () => {
    const names = [server, 'http://other.test', repository, repository, 'nonsense', 7, undefined]
    expect(parseCatalogues(names)).toEqual([server, repository])
  })

  it.each(['ftp://a.test', 'https://user:secret@a.test', 'https://a.test/?q', 'https://a.test/'])(
    'leaves out %s',
    (name) => expect(parseCatalogues([name])).toEqual([]),
  )
})

describe('readCatalogues', () => {
  it('reads the choice of no catalogue as such', () => {
    expect(readCatalogues([])).toEqual([])
  })

  it('is what the build was made for until a choice is stored', () => {
    expect(readCatalogues(undefined)).toEqual([firstServer])
  })
})

describe('withServer', () => {
  it('replaces, adds or removes the server, and keeps the others', () => {
    const chosen = { catalogues: [server, own] }
    expect(withServer(chosen, 'http://other.test')).toEqual([own, 'http://other.test'])
    expect(withServer(chosen, null)).toEqual([own])
    expect(serverIn({ catalogues: [own, server] })).toBe(server)
    expect(serverIn({ catalogues: [own] })).toBeNull()
  })
})

describe('dayCatalogueIn', () => {
  it('is the server, or else Wikimedia Commons', () => {
    expect(dayCatalogueIn({ catalogues: [commons, own, server] })).toBe(server)
    expect(dayCatalogueIn({ catalogues: [own, commons] })).toBe(commons)
    expect(dayCatalogueIn({ catalogues: [own, repository] })).toBeNull()
  })
})

describe('listAsked', () => {
  it('asks no catalogue before a choice, or if there are only the built-in pictures', () => {
    expect(listAsked({ catalogues: [], source: 'all' })).toEqual([])
    expect(listAsked({ catalogues: [builtIn], source: 'all' })).toEqual([])
  })

  it('asks only the server for a list, and each catalogue of a favorite for favorites', () => {
    const catalogues = [builtIn, repository, server]
    expect(listAsked({ catalogues, source: '@ada' })).toEqual([server])
    expect(listAsked({ catalogues: [repository], source: '@ada' })).toEqual([repository])
    expect(listAsked({ catalogues: [], source: 'favorites' })).toEqual([''])
  })
})

describe('withOwn', () => {
  it('adds and removes the own pictures, and keeps the other catalogues', () => {
    expect(withOwn({ catalogues: [server] }, true)).toEqual([server, own])
    expect(withOwn({ catalogues: [own, server] }, true)).toEqual([server, own])
    expect(withOwn({ catalogues: [own, server] }, false)).toEqual([server])
    expect(withOwn({ catalogues: [own] }, false)).toEqual([])
  })
})
