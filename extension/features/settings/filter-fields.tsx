import { t } from '../../platform/browser/texts.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { CategoryField } from './category-field.tsx'
import type { FilterChoices } from './filter-choices.ts'
import { toColorLabel } from './filter-labels.ts'
import { devices } from './settings.ts'
import { useChoices } from './use-choices.ts'
import type { UseSettings } from './use-settings.ts'
import { type FilterChoice, withChosen } from './with-chosen.ts'

const deviceLabels = {
  screen: 'shapeScreen',
  desktop: 'shapeDesktop',
  mobile: 'shapeMobile',
  any: 'any',
} as const

/** Which wallpapers: their shape, category and color. */
export const FilterFields = ({ settings, change }: UseSettings) => {
  const choices = useChoices(settings.server)
  return (
    <>
      <ChoiceGroup
        legend={t('shape')}
        hint={t('shapeHint')}
        choices={devices.map((value) => ({ value, label: t(deviceLabels[value]) }))}
        value={settings.device}
        onChange={(device) => change({ device })}
      />
      <CategoryField {...{ settings, change, choices }} legend={t('category')} />
      <ChoiceGroup
        legend={settings.color ? t('color', { name: toColorLabel(settings.color) }) : t('colorAny')}
        choices={toColorChoices(choices, settings.color)}
        value={settings.color}
        onChange={(color) => change({ color })}
      />
    </>
  )
}

const toColorChoices = ({ colors }: FilterChoices, chosen: string | null): FilterChoice[] => {
  // Aqua is cyan by another name, and finds the same wallpapers: two equal dots would only puzzle.
  const distinct = colors.filter((name) => name !== 'aqua' || !colors.includes('cyan'))
  // Every name of the contract is also a color name of CSS.
  const known = distinct.map((name) => ({ value: name, label: toColorLabel(name), swatch: name }))
  return withChosen([{ value: null, label: t('any') }, ...known], chosen, toColorLabel)
}
