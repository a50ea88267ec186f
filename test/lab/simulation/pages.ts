import { askAccount } from '../../../extension/features/account/account-messages.ts'
import { startAccount } from '../../../extension/features/account/start-account.ts'
import {
  createFavoritesStore,
  type Shelf,
} from '../../../extension/features/favorites/favorites-store.ts'
import { startFavorites } from '../../../extension/features/favorites/start-favorites.ts'
import { createHearts, syncOnline } from '../../../extension/features/favorites/use-favorites.ts'
import { addBlocked, removeBlocked } from '../../../extension/features/settings/blocking.ts'
import { settingsItem } from '../../../extension/features/settings/settings.ts'
import { startSettingsSync } from '../../../extension/features/settings/settings-sync.ts'
import { withServer } from '../../../extension/features/sources/chosen.ts'
import {
  onRequest,
  requestSync,
  roomRequest,
} from '../../../extension/platform/browser/messages.ts'
import { toRecord } from '../../../shared/unknown.ts'
import type { PageProcess } from './device-types.ts'

/** An open page: what it shows, and what a person can do in it. */
export interface Page {
  process: PageProcess
  shelf: Shelf
  change: ReturnType<typeof createHearts>['change']
  askAccount: typeof askAccount
  requestSync: () => Promise<void>
}

/** Runs what entrypoints/newtab and entrypoints/options run for the hearts, without anything that can be seen. */
export const openPage = async (
  process: PageProcess,
  onShow: (page: Page) => void,
): Promise<void> => {
  const details = process.kind === 'options'
  const store = createFavoritesStore()
  const shelf = await store.read()
  void store.recover()
  const hearts = createHearts(store, shelf, (next) => {
    page.shelf = next
    onShow(page)
  })
  const page: Page = {
    process,
    shelf,
    change: hearts.change,
    askAccount,
    requestSync: () => requestSync({ asked: true, details: false }),
  }
  onShow(page)
  void hearts.refresh()
  store.onChange(hearts.refresh)
  syncOnline({ details })
}

/** Blocks a wallpaper, or shows it again. Calls `onChange` with what is stored, before the browser has stored it. */
export const toggleBlocked = async (
  id: string,
  onChange: (isBlocked: boolean) => void,
): Promise<void> => {
  const blocked = { kind: 'wallpaper', name: id, title: id } as const
  await settingsItem.update((now) => {
    const isBlocked = now.blocked.some(({ name }) => name === id)
    onChange(!isBlocked)
    const change = isBlocked ? removeBlocked : addBlocked
    return { ...now, blocked: change(now.blocked, blocked) }
  })
}

export const chooseServer = async (server: string | null): Promise<void> => {
  await settingsItem.update((now) => ({ ...now, sources: withServer(now, server ?? undefined) }))
}

export const setName = async (greetingName: string): Promise<void> => {
  await settingsItem.update((now) => ({ ...now, greetingName }))
}

/** Runs what entrypoints/background runs for the hearts. `makeRoom` stands for deleting stored pictures. */
export const startBackground = (makeRoom: () => void, hasSettings: boolean): void => {
  if (hasSettings) startSettingsSync()
  startFavorites(startAccount(), createFavoritesStore())
  onRequest((message) => {
    if (toRecord(message).type !== roomRequest.type) return
    makeRoom()
    return Promise.resolve(true)
  })
}
