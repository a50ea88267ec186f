import bundle from 'virtual:bundled-wallpapers'
import { defineBackground } from 'wxt/utils/define-background'
import { coalesce } from '../../shared/async.ts'
import { startAccount } from '../features/account/start-account.ts'
import { createFinder, listFavoriteKeys } from '../features/favorites/favorites-finder.ts'
import { favoritesStore } from '../features/favorites/favorites-store.ts'
import { startFavorites } from '../features/favorites/start-favorites.ts'
import { folderStore } from '../features/own-pictures/folder-store.ts'
import { createBackgroundFollower } from '../features/own-pictures/follow-folder.ts'
import { createOwnPictures, removePictures } from '../features/own-pictures/own-pictures.ts'
import { ownStore } from '../features/own-pictures/own-store.ts'
import { commons, withOwn } from '../features/settings/catalogues.ts'
import { onFiltersChange, settingsItem } from '../features/settings/settings.ts'
import { startSettingsSync } from '../features/settings/settings-sync.ts'
import { countUsage, startStock } from '../features/stock/start-stock.ts'
import {
  type Catalogue,
  createAllCatalogues,
  createBuiltIn,
  createChosenFetch,
} from '../features/supply/all-catalogues.ts'
import { createCatalogueClient } from '../features/supply/catalogue-client.ts'
import { createDays } from '../features/supply/days.ts'
import { followPages } from '../features/supply/follow-pages.ts'
import { createImageClient } from '../features/supply/image-client.ts'
import { isSaving } from '../features/supply/saving.ts'
import { createTopUp, screenItem } from '../features/supply/top-up.ts'
import { createDeckStore } from '../features/wallpaper/deck-store.ts'
import { serveDistantTabs } from '../features/wallpaper/distant-deck.ts'
import { createCommons } from '../features/web-catalogue/commons-catalogue.ts'
import { createPoliteFetch } from '../features/web-catalogue/polite-fetch.ts'
import { skipUnusable } from '../features/web-catalogue/skipped-pictures.ts'
import { createWebCatalogue, type WebCatalogue } from '../features/web-catalogue/web-catalogue.ts'
import { onOnline, openTab } from '../platform/browser/page.ts'
import { prepareImage } from '../platform/browser/picture-worker.ts'
import { readTexts } from '../platform/browser/texts.ts'
import { createAlarm, onFirstInstall, onStart } from '../platform/browser/wake.ts'
import { setStandIn } from '../platform/storage/database.ts'
import { openInstead } from '../platform/storage/memory-database.ts'
import {
  createCountingFetch,
  createEndableFetch,
  createPatientFetch,
  type Fetch,
} from '../remote/http.ts'

const longestPauseMs = 30_000

const connectImages = (fetch: Fetch) =>
  createImageClient({ fetch: createPatientFetch(longestPauseMs, fetch), prepare: prepareImage })

const connectCatalogues = (fetch: Fetch, web: WebCatalogue, fromCommons: Catalogue) =>
  createAllCatalogues({
    server: { ...createCatalogueClient(fetch), ...connectImages(fetch) },
    'built-in': createBuiltIn(bundle, createImageClient({ prepare: prepareImage })),
    own: createOwnPictures(),
    [commons]: skipUnusable(fromCommons),
    web: skipUnusable({ ...web, ...connectImages(createPoliteFetch({ fetch })) }),
  })

export default defineBackground(() => {
  readTexts()
  if (import.meta.env.FIREFOX) setStandIn(openInstead)
  const alarm = createAlarm('top-up', () => topUp({ asked: false }))
  const fetch = createCountingFetch(countUsage)
  const deckRequests = createEndableFetch(fetch)
  const politeFetch = createPoliteFetch({ fetch: deckRequests.fetch })
  const readWish = async () => ({
    screen: await screenItem.read(),
    saves: isSaving(await settingsItem.read()),
  })
  const web = createWebCatalogue({ readWish, fetch: politeFetch })
  const commonsFetch = createPoliteFetch({ fetch: createChosenFetch(commons, deckRequests.fetch) })
  const fromCommons = createCommons({
    readWish,
    fetch: commonsFetch,
    images: connectImages(commonsFetch),
  })
  const forDeck = connectCatalogues(deckRequests.fetch, web, fromCommons)
  const stock = startStock(connectCatalogues(fetch, web, fromCommons), forDeck)
  const finder = createFinder({
    catalogue: forDeck,
    favorites: favoritesStore,
    // Reads the details of stored favorites from the disk, so that they are found without the network.
    describe: stock.describe,
  })
  const deps = {
    deckStore: createDeckStore(),
    catalogue: finder,
    days: createDays(finder.findDay),
    images: stock,
    stock,
    readSettings: settingsItem.read,
    listFavorites: () => listFavoriteKeys(favoritesStore),
    readScreen: screenItem.read,
    wakeAt: alarm.set,
  }
  const fill = createTopUp(deps)
  const fillDeck = coalesce(async (options) => {
    await fill(options)
    stock.keepFavorites()
  })
  const topUp = async (options: { asked: boolean }) => {
    await fillDeck(options)
    // The next tab's top-up does not wait for a large index that is being fetched again.
    await web.idle()
    await fromCommons.idle()
  }
  onStart(() => topUp({ asked: false }))
  onOnline(() => topUp({ asked: true }))
  // A server that was chosen before and does not answer would delay the requests for the new choice.
  onFiltersChange(deckRequests.endAll)
  settingsItem.onChange(({ catalogues }) => web.keepOnly(catalogues))
  favoritesStore.onChange(async () => {
    const { source } = await settingsItem.read()
    if (source === 'favorites') await topUp({ asked: false })
  })
  const switchOwn = (isOn: boolean) =>
    settingsItem.update((old) => ({ ...old, catalogues: withOwn(old, isOn) }))
  const followFolder = createBackgroundFollower({
    folders: folderStore,
    store: ownStore,
    readScreen: screenItem.read,
    remove: async (ids) => {
      await removePictures(ids, { store: ownStore, deckStore: deps.deckStore })
      // Their hearts stay. A picture's id is a digest of its file, so the hearts match again when the folder is reconnected.
      const isLast = (await ownStore.list()).length === 0
      if (isLast) await switchOwn(false)
    },
    switchOn: () => switchOwn(true),
  })
  if (import.meta.env.FIREFOX) serveDistantTabs(deps.deckStore)
  followPages(deps, async (options) => {
    await topUp(options)
    // Firefox has no folders that stay connected.
    if (!import.meta.env.FIREFOX) await followFolder()
  })
  onFirstInstall(() => openTab('/welcome.html'))
  startSettingsSync()
  startFavorites(startAccount(), favoritesStore)
})
