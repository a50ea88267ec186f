import { coalesce } from '../../../shared/async.ts'
import { onSyncRequest } from '../../platform/browser/messages.ts'
import { onOnline } from '../../platform/browser/page.ts'
import { createAlarm, onStart } from '../../platform/browser/wake.ts'
import { onNote } from '../../platform/storage/notes.ts'
import { ignoreStorageError } from '../../platform/storage/storage-error.ts'
import type { ChosenAccount } from '../account/account.ts'
import { settingsItem } from '../settings/settings.ts'
import { serverIn } from '../sources/chosen.ts'
import { createLookUp } from './favorite-details.ts'
import { thisDevice } from './favorites.ts'
import { createFavoritesClient } from './favorites-client.ts'
import { createSyncStore, type FavoritesStore, onHeart } from './favorites-store.ts'
import { createSync, showFavorites } from './sync.ts'

export const startFavorites = (
  account: Pick<ChosenAccount, 'current' | 'getToken' | 'onChange'>,
  favorites: FavoritesStore,
): void => {
  const readServer = async () => serverIn(await settingsItem.read()) ?? thisDevice
  const alarm = createAlarm('favorites', () => sync({ asked: false }))
  const deps = {
    account,
    readServer,
    store: createSyncStore(favorites),
    client: createFavoritesClient(),
    wakeAt: alarm.set,
  }
  const sync = coalesce(createSync(deps))
  const show = () => showFavorites(deps)
  const lookUp = coalesce(createLookUp({ client: deps.client, favorites }))

  // If the storage is full, the next start of the background tries again.
  show().catch(ignoreStorageError)
  void favorites.recover()
  // Removes the hearts of people who have signed out only when the background starts. At the sign-out itself, a tab that
  // has not heard of it may still store a heart.
  deps.store.forgetOthers().catch(ignoreStorageError)
  // A page that is closed right after a click may not have stored it.
  onNote(favorites.recover)
  // A sync at the browser's start ignores the planned wait, because an earlier problem may be solved.
  onStart(() => sync({ asked: true }), alarm)
  account.onChange(() => {
    // A running sync may wait for the server. A person who signs out must not wait for it.
    show().catch(ignoreStorageError)
    void sync({ asked: false })
  })
  onHeart(() => sync({ asked: false }))
  onOnline(() => sync({ asked: true }))
  onSyncRequest(async ({ asked, details }) => {
    await sync({ asked })
    if (details) await lookUp({ asked: true })
  })
}
