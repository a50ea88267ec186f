import { describe, expect, it } from 'vitest'
import { toFileName, togglePin } from '../../../../extension/features/control/picture.ts'
import {
  type DeckWallpaper,
  isPinned,
  openTab,
} from '../../../../extension/features/wallpaper/deck.ts'
import type { DeckStore } from '../../../../extension/features/wallpaper/deck-store.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { bundle, makeDeck, makeUpcoming, makeWallpaper } from '../../fakes/make-wallpaper.ts'
import { createMemoryDeckStore } from '../../fakes/memory-deck-store.ts'

const nameOf = (part: Partial<DeckWallpaper>, mediaType = 'image/jpeg') =>
  toFileName({ kind: 'catalogue', wallpaper: makeWallpaper(part), since: 0 }, mediaType)

describe('toFileName', () => {
  it('has the title, the size and the extension of what the file really is', () => {
    expect(nameOf({ title: 'A lake' })).toBe('A lake 3840x2160.jpg')
    expect(nameOf({ title: 'A lake' }, 'image/png; x=1')).toBe('A lake 3840x2160.png')
  })

  it('takes the id where there is no title, and leaves an unknown size out', () => {
    expect(nameOf({ title: '', id: 'lake-7', width: null })).toBe('lake-7.jpg')
  })

  it('names the author where the license demands that', () => {
    const licensed = { title: 'A lake', credit: 'Ada / Museum', license: 'CC BY-SA 4.0' }
    expect(nameOf({ ...licensed, terms: 'credit' })).toBe(
      'A lake 3840x2160 by Ada Museum, CC BY-SA 4.0.jpg',
    )
    expect(nameOf({ ...licensed, terms: '' })).toBe('A lake 3840x2160.jpg')
  })

  it('leaves out an author or a license that is not known', () => {
    const licensed = { title: 'A lake', width: null, terms: 'credit' }
    expect(nameOf({ ...licensed, credit: null, license: 'CC BY 4.0' })).toBe('A lake CC BY 4.0.jpg')
    expect(nameOf({ ...licensed, credit: 'Ada', license: null })).toBe('A lake by Ada.jpg')
    expect(nameOf({ ...licensed, credit: null, license: null })).toBe('A lake.jpg')
  })

  it('shortens a long title and not the author', () => {
    const licensed = { credit: 'Ada', license: 'CC BY 4.0', terms: 'credit' }
    const name = nameOf({ ...licensed, title: 'lake '.repeat(60) })
    expect(name).toMatch(/^lake lake .* 3840x2160 by Ada, CC BY 4\.0\.jpg$/)
    expect(name.length).toBeLessThan(160)
  })

  it('has nothing that a file system refuses', () => {
    expect(nameOf({ title: '../a\\b:c*?"<>|\u0000 d.', width: null })).toBe('a b c d.jpg')
    expect(nameOf({ title: '???', id: 'x', width: null })).toBe('x.jpg')
    expect(nameOf({ title: 'é'.repeat(300), width: null }).length).toBeLessThan(130)
  })

  it('names a built-in wallpaper, whose size is not known', () => {
    const shown = { kind: 'bundled', wallpaper: expectDefined(bundle[0]), since: 0 } as const
    expect(toFileName(shown, 'image/jpeg')).toBe('one.jpg')
  })
})

const shown = { kind: 'catalogue', wallpaper: makeWallpaper({ id: 'a' }), since: 1 } as const
const toggle = (deckStore: DeckStore) => togglePin(deckStore, shown, async () => new Blob(['jpeg']))

describe('togglePin', () => {
  it('pins what the tab shows, although another tab has moved on', async () => {
    const current = { ...shown, wallpaper: makeWallpaper({ id: 'b' }) }
    const pinned = await toggle(createMemoryDeckStore(makeDeck({ current })))
    expect(isPinned(pinned, shown)).toBe(true)
    expect(openTab(pinned, 2, bundle).current).toEqual(shown)
  })

  it('lets today’s picture follow once an older wallpaper is unpinned', async () => {
    const upcoming = [makeUpcoming('today', { showFrom: 2 })]
    const deck = makeDeck({ rotation: 'today', current: shown, upcoming })
    const deckStore = createMemoryDeckStore(deck)
    await toggle(deckStore)
    const unpinned = await toggle(deckStore)
    expect(unpinned.pinned).toBeNull()
    expect(openTab(unpinned, Date.now(), bundle).current?.wallpaper.id).toBe('today')
  })
})
