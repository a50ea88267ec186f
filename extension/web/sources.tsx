import { CategoryField } from '../features/settings/setting-fields.tsx'
import { type Settings, settingsItem } from '../features/settings/settings.ts'
import { firstServer } from '../features/settings/source-names.ts'
import { useSettings } from '../features/settings/use-settings.ts'
import { commonsName } from '../features/sources/commons.ts'
import { commonsChoices } from '../features/sources/commons-catalogue.ts'
import { t } from '../platform/browser/texts.ts'
import { MultiChoiceGroup } from '../ui/choice-group.tsx'
import { Panel } from '../ui/panel.tsx'
import { useLoaded } from '../ui/use-loaded.ts'

/** Lets a person choose where the wallpapers of the web page come from. */
export const SourcesPanel = ({ onClose }: { onClose: () => void }) => {
  const stored = useLoaded(settingsItem.read, [])
  return (
    stored && (
      <Panel title={t('sources')} closeLabel={t('close')} onClose={onClose}>
        <Fields stored={stored} />
      </Panel>
    )
  )
}

const Fields = ({ stored }: { stored: Settings }) => {
  const { settings, change } = useSettings(stored)
  const isChosen = settings.sources.includes(commonsName)
  return (
    <>
      <MultiChoiceGroup
        legend={t('sourcesHere')}
        choices={[
          { value: firstServer, label: location.host },
          { value: commonsName, label: t('source_commons') },
        ]}
        values={settings.sources}
        onChange={(sources) => change({ sources })}
      />
      <p>{t(isChosen ? 'sourceNote_commons' : 'sourceHint_commons')}</p>
      {isChosen && (
        <CategoryField {...{ settings, change }} legend={t('category')} choices={commonsChoices} />
      )}
    </>
  )
}
