import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { isFavorite } from '../../features/favorites/favorites.ts'
import { favoritesStore } from '../../features/favorites/favorites-store.ts'
import { useFavorites } from '../../features/favorites/use-favorites.ts'
import { ImportPanel, useImport } from '../../features/own-pictures/import-panel.tsx'
import { toCopySize } from '../../features/own-pictures/import-pictures.ts'
import {
  type OwnPicture,
  toOwnAddress,
  toOwnTitle,
} from '../../features/own-pictures/own-picture.ts'
import { ownStore } from '../../features/own-pictures/own-store.ts'
import { PictureGrid } from '../../features/own-pictures/picture-grid.tsx'
import { useOwnPictures } from '../../features/own-pictures/use-own-pictures.tsx'
import { ReportLine, toBad } from '../../features/settings/report.tsx'
import { settingsItem } from '../../features/settings/settings.ts'
import { type UseSettings, useSettings } from '../../features/settings/use-settings.ts'
import { withSource } from '../../features/sources/chosen.ts'
import { ownName } from '../../features/sources/own.ts'
import { screenItem } from '../../features/supply/top-up.ts'
import { toKey } from '../../features/wallpaper/deck.ts'
import { dropWhere } from '../../features/wallpaper/deck-moves.ts'
import { createDeckStore } from '../../features/wallpaper/deck-store.ts'
import { forgetPreloaded } from '../../features/wallpaper/hint.ts'
import { readScreenSize } from '../../platform/browser/screen.ts'
import { applyTexts, t } from '../../platform/browser/texts.ts'

applyTexts(document, t('source_own'))
settingsItem.onChange(forgetPreloaded)
const deckStore = createDeckStore()
const [storedSettings, storedShelf, storedPictures, lastScreen] = await Promise.all([
  settingsItem.read(),
  favoritesStore.read(),
  ownStore.list(),
  screenItem.read(),
])
const screen = toCopySize([readScreenSize(), ...(lastScreen ? [lastScreen] : [])])

const toFavorite = ({ id, color, ...picture }: OwnPicture) => {
  return {
    id,
    title: toOwnTitle(picture),
    color,
    preview_url: toOwnAddress(id),
    catalogue: ownName,
  }
}

const PicturesPage = () => {
  const settings = useSettings(storedSettings)
  const hearts = useFavorites(favoritesStore, storedShelf)
  const { pictures, refresh } = useOwnPictures(storedPictures)
  const adding = useImport({ screen, onAdded: refresh })
  const [isUnsaved, setUnsaved] = useState(false)
  useSwitch(settings, pictures.length)
  const isHearted = ({ id }: OwnPicture) => isFavorite(hearts.favorites, { id, catalogue: ownName })
  const setHeart = async (picture: OwnPicture, isOn: boolean) =>
    setUnsaved(!(await hearts.change(isOn, toFavorite(picture))))
  const remove = async (removed: readonly OwnPicture[]) => {
    await ownStore.remove(removed.map(({ id }) => id))
    const keys = removed.map(({ id }) => toKey({ catalogue: ownName, id }))
    await deckStore.update((deck) => dropWhere(deck, (one) => keys.includes(toKey(one))))
    forgetPreloaded()
    await refresh()
    for (const picture of removed.filter(isHearted)) await setHeart(picture, false)
  }
  const isShown = settings.settings.sources.includes(ownName)
  return (
    <main class="pictures">
      <header>
        <img src="/icon/128.png" alt="" width="44" height="44" />
        <h1>{t('source_own')}</h1>
      </header>
      <section>
        <ImportPanel {...adding} pictures={pictures} screen={screen} />
        {pictures.length > 0 && !isShown && (
          <div class="callout">
            <p>{t('ownOff')}</p>
            <button
              type="button"
              onClick={() =>
                settings.change({ sources: withSource(settings.settings, ownName, true) })
              }
            >
              {t('ownTurnOn')}
            </button>
          </div>
        )}
      </section>
      <ReportLine report={isUnsaved ? toBad(t('heartUnsaved')) : undefined} />
      {pictures.length > 0 && <PictureGrid {...{ pictures, isHearted, setHeart, remove }} />}
    </main>
  )
}

/** New tabs show own pictures from the first one on, until the last one is removed. */
const useSwitch = ({ settings, change }: UseSettings, count: number) => {
  const before = useRef(count)
  useEffect(() => {
    const isFirst = before.current === 0 && count > 0
    const isLast = before.current > 0 && count === 0
    before.current = count
    if (isFirst || isLast) void change({ sources: withSource(settings, ownName, isFirst) })
  }, [count])
}

render(<PicturesPage />, document.body)
