import { useEffect, useState } from 'preact/hooks'
import { t, textLocale } from '../../platform/texts.ts'
import { type Choice, ChoiceGroup } from '../../ui/choice-group.tsx'
import { type FilterChoices, fetchChoices, usualChoices } from './filter-choices.ts'
import { toCategoryLabel, toColorLabel } from './filter-labels.ts'
import { devices } from './settings.ts'
import type { UseSettings } from './use-settings.ts'

const deviceLabels = {
  screen: 'shapeScreen',
  desktop: 'shapeDesktop',
  mobile: 'shapeMobile',
  any: 'any',
} as const

/** Which wallpapers: their shape, category and colour. */
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
      <ChoiceGroup
        legend={t('category')}
        choices={toCategoryChoices(choices, settings.category)}
        value={settings.category}
        onChange={(category) => change({ category })}
      />
      <ChoiceGroup
        legend={settings.color ? t('color', { name: toColorLabel(settings.color) }) : t('colorAny')}
        choices={toColorChoices(choices, settings.color)}
        value={settings.color}
        onChange={(color) => change({ color })}
      />
    </>
  )
}

const useChoices = (server: string): FilterChoices => {
  const [choices, setChoices] = useState(usualChoices)
  useEffect(() => {
    let isWanted = true
    fetchChoices(server).then((fetched) => isWanted && setChoices(fetched))
    return () => {
      isWanted = false
    }
  }, [server])
  return choices
}

type FilterChoice = Choice<string | null>

const toCategoryChoices = (
  { categories }: FilterChoices,
  chosen: string | null,
): FilterChoice[] => {
  const known = categories.map(({ name, count }) => ({
    value: name,
    label: toCategoryLabel(name),
    note: count?.toLocaleString(textLocale()),
  }))
  return withChosen([{ value: null, label: t('any') }, ...known], chosen, toCategoryLabel)
}

const toColorChoices = ({ colors }: FilterChoices, chosen: string | null): FilterChoice[] => {
  // Aqua is cyan by another name, and finds the same wallpapers: two equal dots would only puzzle.
  const distinct = colors.filter((name) => name !== 'aqua' || !colors.includes('cyan'))
  // Every name of the contract is also a colour name of CSS.
  const known = distinct.map((name) => ({ value: name, label: toColorLabel(name), swatch: name }))
  return withChosen([{ value: null, label: t('any') }, ...known], chosen, toColorLabel)
}

/** What was chosen stays in sight, also at a server that does not have it. */
const withChosen = (
  choices: FilterChoice[],
  chosen: string | null,
  toLabel: (name: string) => string,
): FilterChoice[] =>
  chosen === null || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: toLabel(chosen), note: t('noneHere') }]
