import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import type { AccountState } from '../../../../extension/features/account/account.ts'
import { createLookUp } from '../../../../extension/features/favorites/favorite-details.ts'
import {
  type Favorite,
  local,
  toOwner,
} from '../../../../extension/features/favorites/favorites.ts'
import { confirmedItems } from '../../../../extension/features/favorites/favorites-store.ts'

const server = 'http://walls.test'
const person = { id: 'ada', username: 'ada', name: 'Ada', image: '' }
const confirmed = confirmedItems.of(toOwner(server, 'ada'))
const bare = (id: string): Favorite => ({ id, title: '', color: null, preview_url: '' })
const whole = (id: string): Favorite => ({ ...bare(id), title: id, preview_url: `${server}/${id}` })

describe('createLookUp', () => {
  const asked: string[] = []
  const state: AccountState = { provider: 'local', kind: 'signed-in', person }
  const lookUp = (catalogue: Record<string, Favorite>, asAt = server) =>
    createLookUp({
      account: { current: async () => state },
      readServer: async () => asAt,
      client: {
        describe: async (_, id) => {
          asked.push(id)
          return catalogue[id]
        },
      },
    })()

  beforeEach(() => {
    asked.length = 0
  })

  it('asks about what is not known, and keeps the order', async () => {
    await confirmed.update(() => [bare('a'), whole('b'), bare('c')])
    await lookUp({ a: whole('a'), c: { ...bare('c'), isGone: true } })
    expect(asked).toEqual(['c', 'a'])
    expect(await confirmed.read()).toEqual([whole('a'), whole('b'), { ...bare('c'), isGone: true }])
  })

  it('asks again about what was gone: the catalogue may have it back', async () => {
    await confirmed.update(() => [{ ...bare('a'), isGone: true }])
    await lookUp({ a: whole('a') })
    expect(await confirmed.read()).toEqual([whole('a')])
  })

  it('leaves a server alone that does not answer', async () => {
    await confirmed.update(() => Array.from({ length: 50 }, (_, n) => bare(`w${n}`)))
    await lookUp({})
    expect(asked.length).toBeLessThan(10)
  })

  it('stores nothing when it learns nothing new', async () => {
    const gone = { ...bare('a'), isGone: true }
    await confirmed.update(() => [gone, bare('b')])
    const set = vi.spyOn(fakeBrowser.storage.local, 'set')
    await lookUp({ a: gone, b: bare('b') })
    expect(asked).toEqual(['b', 'a'])
    expect(set).not.toHaveBeenCalled()
    set.mockRestore()
  })

  it('asks nobody without a server', async () => {
    await confirmedItems.of(toOwner(local, 'ada')).update(() => [bare('a')])
    await lookUp({}, local)
    expect(asked).toEqual([])
  })
})
