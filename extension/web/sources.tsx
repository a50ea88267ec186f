import { commons, firstServer } from '../features/settings/catalogues.ts'
import { CategoryField } from '../features/settings/setting-fields.tsx'
import { type Settings, settingsItem } from '../features/settings/settings.ts'
import { useSettings } from '../features/settings/use-settings.ts'
import type { ImageClient } from '../features/supply/image-client.ts'
import { isSaving } from '../features/supply/saving.ts'
import { screenItem } from '../features/supply/top-up.ts'
import { commonsChoices, createCommons } from '../features/web-catalogue/commons-catalogue.ts'
import { createPoliteFetch } from '../features/web-catalogue/polite-fetch.ts'
import { t } from '../platform/browser/texts.ts'
import type { Fetch } from '../remote/http.ts'
import { MultiChoiceGroup } from '../ui/choice-group.tsx'
import { Panel } from '../ui/panel.tsx'
import { useLoaded } from '../ui/use-loaded.ts'

export const createCommonsOfPage = (toImages: (fetch: Fetch) => ImageClient) => {
  const fetch = createPoliteFetch()
  return createCommons({
    fetch,
    images: toImages(fetch),
    readScreen: screenItem.read,
    isSaving: async () => isSaving(await settingsItem.read()),
  })
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
      {settings.catalogues.includes(commons) && (
        <>
          <p>{t('commonsPrivacy')}</p>
          <CategoryField
            {...{ settings, change }}
            legend={t('category')}
            choices={commonsChoices}
          />
        </>
      )}
    </>
  )
}
