import { describe, expect, it } from 'vitest'
import {
  daySourceIn,
  listAsked,
  serverIn,
  withServer,
  withSource,
} from '../../../../extension/features/sources/chosen.ts'

const builtIn = 'built-in'
const own = 'own'
const commons = 'commons.wikimedia.org'
const repository = 'https://github.com/ada/walls'
const server = 'https://walls.example/fresco'

describe('withServer', () => {
  it('replaces, adds or removes the server, and keeps the others', () => {
    const chosen = { catalogues: [server, own] }
    expect(withServer(chosen, 'http://other.test')).toEqual([own, 'http://other.test'])
    expect(withServer(chosen, undefined)).toEqual([own])
    expect(serverIn({ catalogues: [own, server] })).toBe(server)
    expect(serverIn({ catalogues: [own] })).toBeUndefined()
  })
})

describe('daySourceIn', () => {
  it('is the server, or else Wikimedia Commons', () => {
    expect(daySourceIn({ catalogues: [commons, own, server] })).toBe(server)
    expect(daySourceIn({ catalogues: [own, commons] })).toBe(commons)
    expect(daySourceIn({ catalogues: [own, repository] })).toBeUndefined()
  })
})

describe('listAsked', () => {
  it('asks no catalogue before a choice, or if there are only the built-in pictures', () => {
    expect(listAsked({ catalogues: [], source: 'all' })).toEqual([])
    expect(listAsked({ catalogues: [builtIn], source: 'all' })).toEqual([])
  })

  it('asks one server at most', () => {
    const catalogues = [server, 'http://other.test', repository]
    expect(listAsked({ catalogues, source: 'all' })).toEqual([server, repository])
  })

  it('asks only the server for a list, and each catalogue of a favorite for favorites', () => {
    const catalogues = [builtIn, repository, server]
    expect(listAsked({ catalogues, source: '@ada' })).toEqual([server])
    expect(listAsked({ catalogues: [repository], source: '@ada' })).toEqual([repository])
    expect(listAsked({ catalogues: [], source: 'favorites' })).toEqual([''])
  })
})

describe('withSource', () => {
  it('adds and removes a source, and keeps the others', () => {
    expect(withSource({ catalogues: [server] }, own, true)).toEqual([server, own])
    expect(withSource({ catalogues: [own, server] }, own, true)).toEqual([server, own])
    expect(withSource({ catalogues: [own, server] }, own, false)).toEqual([server])
  })
})
