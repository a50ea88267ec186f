import { describe, expect, it } from 'vitest'
import { firstServer } from '../../../../extension/features/settings/source-names.ts'
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
    const chosen = { sources: [server, own] }
    expect(withServer(chosen, 'http://other.test')).toEqual([own, 'http://other.test'])
    expect(withServer(chosen, undefined)).toEqual([own])
    expect(serverIn({ sources: [own, server] })).toBe(server)
    expect(serverIn({ sources: [own] })).toBeUndefined()
  })

  it('leaves the account at the server of the build, and never moves it to the server of a list', () => {
    const hers = `from=ada+${server}`
    expect(serverIn({ sources: [own, hers] })).toBeUndefined()
    expect(serverIn({ sources: [hers, `from=ada+${firstServer}`] })).toBe(firstServer)
    expect(serverIn({ sources: [hers, 'http://other.test'] })).toBe('http://other.test')
    expect(daySourceIn({ sources: [hers] })).toBeUndefined()
  })
})

describe('daySourceIn', () => {
  it('is the server, or else Wikimedia Commons', () => {
    expect(daySourceIn({ sources: [commons, own, server] })).toBe(server)
    expect(daySourceIn({ sources: [own, commons] })).toBe(commons)
    expect(daySourceIn({ sources: [own, repository] })).toBeUndefined()
  })
})

describe('listAsked', () => {
  it('asks no catalogue before a choice, or if there are only the built-in pictures', () => {
    expect(listAsked({ sources: [], list: 'all' })).toEqual([])
    expect(listAsked({ sources: [builtIn], list: 'all' })).toEqual([])
  })

  it('asks one server at most', () => {
    const sources = [server, 'http://other.test', repository]
    expect(listAsked({ sources, list: 'all' })).toEqual([server, repository])
  })

  it('asks each catalogue of a favorite for favorites', () => {
    expect(listAsked({ sources: [], list: 'favorites' })).toEqual([''])
  })
})

describe('withSource', () => {
  it('adds and removes a source, and keeps the others', () => {
    expect(withSource({ sources: [server] }, own, true)).toEqual([server, own])
    expect(withSource({ sources: [own, server] }, own, true)).toEqual([server, own])
    expect(withSource({ sources: [own, server] }, own, false)).toEqual([server])
  })
})
