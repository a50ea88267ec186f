import { beforeEach, describe, expect, it } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { settingsItem } from '../../../../extension/features/settings/settings.ts'
import { keepServer } from '../../../../extension/features/wallpaper/keep-server.ts'
import { makeDeck } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'

const server = 'http://old.test'
const used = makeDeck({ filters: JSON.stringify([server, 'screen', null, null]) })
const keep = async (deck = used) => {
  await keepServer(createMemoryDeckStore(deck))
  return (await settingsItem.read()).catalogues
}

describe('keepServer', () => {
  beforeEach(() => fakeBrowser.reset())

  it('keeps the server that an older version used without a choice', async () => {
    expect(await keep()).toEqual([server])
  })

  it('changes nothing in a new installation', async () => {
    const before = await settingsItem.read()
    expect(await keep(makeDeck())).toEqual(before.catalogues)
  })

  it('changes nothing once the person has chosen, even if the choice is no catalogue', async () => {
    await fakeBrowser.storage.local.set({ settings: { catalogues: [] } })
    expect(await keep()).toEqual([])
  })
})
