import { render } from 'preact'
import { useState } from 'preact/hooks'
import { decodePart } from '../../../shared/ids.ts'
import { ownerOf, serverOf, toBare, toFavorite } from '../../features/favorites/favorites.ts'
import { favoritesStore } from '../../features/favorites/favorites-store.ts'
import { ReportLine, toBad } from '../../features/settings/report.tsx'
import { settingsItem } from '../../features/settings/settings.ts'
import { siteOf } from '../../features/settings/source-names.ts'
import { useSettings } from '../../features/settings/use-settings.ts'
import { list } from '../../features/sources/list.ts'
import { listIds } from '../../features/sources/list-words.ts'
import type { CataloguePreview } from '../../features/sources/source.ts'
import { WebField } from '../../features/sources/web/web-field.tsx'
import { forgetPreloaded } from '../../features/wallpaper/hint.ts'
import { waitForWallpaper } from '../../features/wallpaper/use-wallpaper.ts'
import { applyTexts, t } from '../../platform/browser/texts.ts'
import { open } from '../options/open-source.ts'

applyTexts(document, t('showTitle'))
settingsItem.onChange(forgetPreloaded)
const storedSettings = await settingsItem.read()
/** The link that a person has pasted or clicked. Nothing changes before the person says so on this page. */
const link = decodePart(location.hash.slice(1))

const showNewTab = () => location.replace('/newtab.html')

/** Adds wallpapers that a person has hearted elsewhere, such as on the server's pages without an account. */
const addHearts = async (name: string) => {
  const catalogue = siteOf(name)
  const source = await open(catalogue)
  for (const id of listIds(name)) {
    const { owner } = await favoritesStore.read()
    const server = serverOf(owner)
    // The background asks the owner's server for all details at once.
    const known =
      catalogue !== server && (await source.describe(catalogue, id).catch(() => undefined))
    const favorite = toFavorite({ ...(known || toBare(id)), catalogue }, server)
    await favoritesStore.record({ wanted: true, favorite, owner: ownerOf(favorite, owner) })
  }
}

const HeartsButton = ({ found: { name } }: { found: CataloguePreview }) => {
  const [isAdded, setAdded] = useState<boolean>()
  if (listIds(name).length === 0) return null
  const add = () =>
    addHearts(name).then(
      () => setAdded(true),
      () => setAdded(false),
    )
  const report = isAdded
    ? ({ tone: 'good', text: t('heartAdded') } as const)
    : toBad(t('heartUnsaved'))
  return (
    <>
      <button type="button" disabled={isAdded} onClick={add}>
        {t('showHearts')}
      </button>
      <ReportLine report={isAdded === undefined ? undefined : report} />
    </>
  )
}

const ShowPage = () => {
  const settings = useSettings(storedSettings)
  const showFirst = async () => {
    await waitForWallpaper()
    showNewTab()
  }
  return (
    <main>
      <h1>{t('showTitle')}</h1>
      <WebField
        {...settings}
        kind={list.kind}
        example={list.example ?? ''}
        given={link}
        open={open}
        failing={[]}
        onSaved={showFirst}
        Others={HeartsButton}
      />
      <button
        type="button"
        class="quiet"
        onClick={() => (history.length > 1 ? history.back() : showNewTab())}
      >
        {t('showNot')}
      </button>
    </main>
  )
}

render(<ShowPage />, document.body)
