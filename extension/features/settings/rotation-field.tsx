import { ChoiceGroup } from '../../ui/choice-group.tsx'
import type { UseSettings } from './use-settings.ts'

const choices = [
  { value: 'tab', label: 'Every new tab' },
  { value: 'hour', label: 'Every hour' },
  { value: 'day', label: 'Every day' },
  { value: 'ask', label: 'Only when I press Next' },
] as const

export const RotationField = ({ settings, change }: UseSettings) => (
  <ChoiceGroup
    legend="How often it changes"
    choices={[...choices]}
    value={settings.rotation}
    onChange={(rotation) => change({ rotation })}
  />
)
