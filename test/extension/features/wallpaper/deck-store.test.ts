import { expect, it } from 'vitest'
import { deckRules, toKey } from '../../../../extension/features/wallpaper/deck.ts'
import { createDeckStore } from '../../../../extension/features/wallpaper/deck-store.ts'
import { parseDeck } from '../../../../extension/features/wallpaper/parse-deck.ts'
import { openInstead } from '../../../../extension/platform/storage/memory-database.ts'
import { StorageError } from '../../../../extension/platform/storage/storage-error.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { makeUpcoming } from '../../fakes/make-wallpaper.ts'

it('createDeckStore stores which wallpaper a tab took, and deletes pictures that nothing uses', async () => {
  const refusal = new StorageError(new DOMException('No mutations here', 'InvalidStateError'))
  const database = expectDefined(openInstead(refusal, 'taken', ['deck', 'images']))
  const store = createDeckStore(Promise.resolve(database))
  for (const one of ['a', 'b'].map((id) => makeUpcoming(id)))
    await store.update((deck) => ({ ...deck, upcoming: [...deck.upcoming, one] }), {
      key: toKey(one.wallpaper),
      blob: new Blob(['a picture']),
    })
  const take = () => store.claim((deck) => deckRules.showNext(deck, 1, []))
  const taken = [await take(), await take()].map((claimed) => claimed?.current.wallpaper)
  expect(taken).toMatchObject([{ id: 'a' }, { id: 'b' }])
  await store.update(() => parseDeck({}))
  expect(await store.readImage(toKey(makeUpcoming('b').wallpaper))).toBeUndefined()
})
