import { commons, firstServer } from '../features/settings/catalogues.ts'
import { CategoryField } from '../features/settings/setting-fields.tsx'
import { onFiltersChange, type Settings, settingsItem } from '../features/settings/settings.ts'
import { useSettings } from '../features/settings/use-settings.ts'
import {
  type Catalogue,
  createAllCatalogues,
  createChosenFetch,
} from '../features/supply/all-catalogues.ts'
import { createImageClient } from '../features/supply/image-client.ts'
import { isSaving } from '../features/supply/saving.ts'
import { screenItem } from '../features/supply/top-up.ts'
import { commonsChoices, createCommons } from '../features/web-catalogue/commons-catalogue.ts'
import { createPoliteFetch } from '../features/web-catalogue/polite-fetch.ts'
import { skipUnusable } from '../features/web-catalogue/skipped-pictures.ts'
import { convertImage } from '../platform/browser/picture-worker.ts'
import { t } from '../platform/browser/texts.ts'
import { createEndableFetch } from '../remote/http.ts'
import { MultiChoiceGroup } from '../ui/choice-group.tsx'
import { Panel } from '../ui/panel.tsx'
import { useLoaded } from '../ui/use-loaded.ts'

export const createCommonsOfPage = (): Catalogue => {
  const requests = createEndableFetch(globalThis.fetch)
  onFiltersChange(requests.endAll)
  const fetch = createPoliteFetch({ fetch: createChosenFetch(commons, requests.fetch) })
  const fromCommons = createCommons({
    fetch,
    images: createImageClient({ fetch, prepare: convertImage }),
    readWish: async () => ({
      screen: await screenItem.read(),
      saves: isSaving(await settingsItem.read()),
    }),
  })
  return createAllCatalogues({ [commons]: skipUnusable(fromCommons) })
}

/** Lets a person choose where the wallpapers of the web page come from. */
export const SourcesPanel = ({ onClose }: { onClose: () => void }) => {
  const stored = useLoaded(settingsItem.read, [])
  return (
    stored && (
      <Panel title={t('catalogues')} closeLabel={t('close')} onClose={onClose}>
        <Fields stored={stored} />
      </Panel>
    )
  )
}

const Fields = ({ stored }: { stored: Settings }) => {
  const { settings, change } = useSettings(stored)
  const isChosen = settings.catalogues.includes(commons)
  return (
    <>
      <MultiChoiceGroup
        legend={t('cataloguesHere')}
        choices={[
          { value: firstServer, label: location.host },
          { value: commons, label: t('commons') },
        ]}
        values={settings.catalogues}
        onChange={(catalogues) => change({ catalogues })}
      />
      <p>{t(isChosen ? 'commonsPrivacy' : 'commonsHint')}</p>
      {isChosen && (
        <CategoryField {...{ settings, change }} legend={t('category')} choices={commonsChoices} />
      )}
    </>
  )
}
