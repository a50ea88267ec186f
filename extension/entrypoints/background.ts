import bundle from 'virtual:bundled-wallpapers'
import { defineBackground } from 'wxt/utils/define-background'
import { coalesce } from '../../shared/async.ts'
import { answerFetches, createSignedInFetch } from '../features/account/signed-in-fetch.ts'
import { chosenServer, startAccount } from '../features/account/start-account.ts'
import { createFinder, listFavoriteKeys } from '../features/favorites/favorites-finder.ts'
import { favoritesStore } from '../features/favorites/favorites-store.ts'
import { startFavorites } from '../features/favorites/start-favorites.ts'
import { startStoredFavorites } from '../features/favorites/start-stored-favorites.ts'
import { onFiltersChange, settingsItem } from '../features/settings/settings.ts'
import { startSettingsSync } from '../features/settings/settings-sync.ts'
import { firstServer, siteOf } from '../features/settings/source-names.ts'
import { createOpener, createSources } from '../features/sources/all.ts'
import { createImageClient } from '../features/sources/image-client.ts'
import { answerTabs } from '../features/sources/offer.ts'
import { webCatalogueStore } from '../features/sources/web/catalogue-store.ts'
import { createDays } from '../features/supply/days.ts'
import { followPages } from '../features/supply/follow-pages.ts'
import { isSaving } from '../features/supply/saving.ts'
import { createTopUp, screenItem } from '../features/supply/top-up.ts'
import { createDeckStore } from '../features/wallpaper/deck-store.ts'
import { serveDistantTabs } from '../features/wallpaper/distant-deck.ts'
import { onPageLink } from '../platform/browser/messages.ts'
import { onOnline, openTab } from '../platform/browser/page.ts'
import { prepareImage } from '../platform/browser/picture-worker.ts'
import { readTexts } from '../platform/browser/texts.ts'
import { createAlarm, onFirstInstall, onStart } from '../platform/browser/wake.ts'
import { setStandIn } from '../platform/storage/database.ts'
import { openInstead } from '../platform/storage/memory-database.ts'
import { createEndableFetch } from '../remote/http.ts'

export default defineBackground(() => {
  readTexts()
  if (import.meta.env.FIREFOX) setStandIn(openInstead)
  const alarm = createAlarm('top-up', () => topUp({ asked: false }))
  const account = startAccount()
  const requests = createEndableFetch(
    createSignedInFetch({ server: chosenServer, account, fetch: globalThis.fetch }),
  )
  answerFetches(requests.fetch)
  const open = createOpener({
    fetch: requests.fetch,
    connectImages: (fetch) => createImageClient({ prepare: prepareImage, fetch }),
    bundle,
    readSizing: async () => ({
      screen: await screenItem.read(),
      saves: isSaving(await settingsItem.read()),
    }),
  })
  answerTabs(open)
  if (!import.meta.env.FIREFOX) onPageLink(firstServer)
  const sources = createSources(open)
  const stored = startStoredFavorites(sources)
  const finder = createFinder({
    catalogue: sources,
    favorites: favoritesStore,
    // Reads the details of stored favorites from the disk, so that they are found without the network.
    describe: stored.describe,
  })
  const deps = {
    deckStore: createDeckStore(),
    catalogue: finder,
    days: createDays(finder.findDay),
    images: stored,
    stored,
    readSettings: settingsItem.read,
    listFavorites: () => listFavoriteKeys(favoritesStore),
    readScreen: screenItem.read,
    wakeAt: alarm.set,
  }
  const fill = createTopUp(deps)
  const fillDeck = coalesce(async (options) => {
    await fill(options)
    stored.storeFavorites()
  })
  const topUp = async (options: { asked: boolean }) => {
    await fillDeck(options)
    // Keeps the browser from stopping the background while a list is still being fetched.
    await sources.idle((await settingsItem.read()).sources)
  }
  onStart(() => topUp({ asked: false }))
  onOnline(() => topUp({ asked: true }))
  // A server that was chosen before and does not answer would delay the requests for the new choice.
  onFiltersChange(requests.endAll)
  settingsItem.onChange(({ sources }) => webCatalogueStore.deleteOthers(sources.map(siteOf)))
  favoritesStore.onChange(async () => {
    const { list } = await settingsItem.read()
    if (list === 'favorites') await topUp({ asked: false })
  })
  if (import.meta.env.FIREFOX) serveDistantTabs(deps.deckStore)
  followPages(deps, topUp)
  onFirstInstall(() => openTab('/welcome.html'))
  startSettingsSync()
  startFavorites(account, favoritesStore)
  // A private server shows its pictures only to people who are signed in.
  account.onChange(() => void topUp({ asked: true }))
})
