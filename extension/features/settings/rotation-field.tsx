import { t } from '../../platform/browser/texts.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { rotations } from '../wallpaper/deck.ts'
import type { UseSettings } from './use-settings.ts'

const labels = {
  tab: 'rotationTab',
  hour: 'rotationHour',
  day: 'rotationDay',
  ask: 'rotationAsk',
} as const

export const RotationField = ({ settings, change }: UseSettings) => (
  <ChoiceGroup
    legend={t('rotation')}
    choices={rotations.map((value) => ({ value, label: t(labels[value]) }))}
    value={settings.rotation}
    onChange={(rotation) => change({ rotation })}
  />
)
