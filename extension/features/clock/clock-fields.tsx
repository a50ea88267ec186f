import { t } from '../../platform/browser/texts.ts'
import { MultiChoiceGroup } from '../../ui/choice-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { defaultSettings, nameLength, type ToggleName } from '../settings/settings.ts'
import type { UseSettings } from '../settings/use-settings.ts'

const isToggle = (name: string): name is ToggleName =>
  typeof Reflect.get(defaultSettings, name) === 'boolean'
const toggles = Object.keys(defaultSettings).filter(isToggle)

export const ClockFields = ({ settings, change }: UseSettings) => (
  <>
    <MultiChoiceGroup
      legend={t('clockShown')}
      choices={toggles.map((name) => ({ value: name, label: t(`toggle_${name}`) }))}
      values={toggles.filter((name) => settings[name])}
      onChange={(on) =>
        change(Object.fromEntries(toggles.map((name) => [name, on.includes(name)])))
      }
    />
    {settings.greeting && (
      <TextField
        label={t('greetingName')}
        name="greeting-name"
        value={settings.greetingName}
        onInput={(name) => change({ greetingName: name.slice(0, nameLength) })}
        autocomplete="given-name"
        hint={t('greetingNameHint')}
      />
    )}
  </>
)
