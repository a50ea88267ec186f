import { t } from '../../platform/browser/texts.ts'
import { TextField } from '../../ui/text-field.tsx'
import { nameLength } from '../settings/settings.ts'
import type { UseSettings } from '../settings/use-settings.ts'

const parts = [
  { name: 'clock', label: 'clockTime' },
  { name: 'date', label: 'clockDate' },
  { name: 'greeting', label: 'clockGreeting' },
] as const

export const ClockFields = ({ settings, change }: UseSettings) => (
  <>
    <fieldset class="group">
      <legend>{t('clockShown')}</legend>
      <div class="choices">
        {parts.map(({ name, label }) => (
          <label key={name} class="chip">
            <input
              type="checkbox"
              name={name}
              checked={settings[name]}
              onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
            />
            <span>{t(label)}</span>
          </label>
        ))}
      </div>
    </fieldset>
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
