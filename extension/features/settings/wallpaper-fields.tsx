import { t, textLocale } from '../../platform/browser/texts.ts'
import { type Choice, ChoiceGroup } from '../../ui/choice-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type FilterChoices, useChoices } from './filter-choices.ts'
import { toCategoryLabel, toColorLabel } from './filter-labels.ts'
import { devices, rotations } from './setting-values.ts'
import type { UseSettings } from './use-settings.ts'

const rotationLabels = {
  tab: 'rotationTab',
  hour: 'rotationHour',
  day: 'rotationDay',
  ask: 'rotationAsk',
} as const

export const RotationField = ({ settings, change }: UseSettings) => (
  <ChoiceGroup
    legend={t('rotation')}
    choices={rotations.map((value) => ({ value, label: t(rotationLabels[value]) }))}
    value={settings.rotation}
    onChange={(rotation) => change({ rotation })}
  />
)

const usualEvening = '19:00-07:00'

export const DarkerField = ({ settings: { darker }, change }: UseSettings) => {
  const [from = '', until] = darker.split('-')
  const setTimes = (times: readonly (string | undefined)[]) => {
    // The value of a time field is empty while a person is still typing.
    if (times.every(Boolean)) void change({ darker: times.join('-') })
  }
  return (
    <>
      <ChoiceGroup
        legend={t('darker')}
        hint={t('darkerHint')}
        choices={[
          { value: '', label: t('darkerNever') },
          { value: 'system', label: t('darkerSystem') },
          { value: until ? darker : usualEvening, label: t('darkerEvening') },
          { value: 'always', label: t('darkerAlways') },
        ]}
        value={darker}
        onChange={(chosen) => change({ darker: chosen })}
      />
      {until && (
        <div class="times">
          <TextField
            label={t('darkerFrom')}
            name="darker-from"
            type="time"
            value={from}
            onInput={(time) => setTimes([time, until])}
            autocomplete="off"
          />
          <TextField
            label={t('darkerUntil')}
            name="darker-until"
            type="time"
            value={until}
            onInput={(time) => setTimes([from, time])}
            autocomplete="off"
          />
        </div>
      )}
    </>
  )
}

const deviceLabels = {
  screen: 'shapeScreen',
  desktop: 'shapeDesktop',
  mobile: 'shapeMobile',
  any: 'any',
} as const

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
  // Aqua and cyan are the same color, so only cyan is offered if the server has both.
  const distinct = colors.filter((name) => name !== 'aqua' || !colors.includes('cyan'))
  // Every color name in `shared/` is also a CSS color.
  const known = distinct.map((name) => ({ value: name, label: toColorLabel(name), swatch: name }))
  return withChosen([{ value: null, label: t('any') }, ...known], chosen, toColorLabel)
}

type CategoryFieldProps = Pick<UseSettings, 'settings' | 'change'> & {
  legend: string
  choices: FilterChoices
}

export const CategoryField = ({ settings, change, legend, choices }: CategoryFieldProps) => (
  <ChoiceGroup
    legend={legend}
    choices={toCategoryChoices(choices, settings.category)}
    value={settings.category}
    onChange={(category) => change({ category })}
  />
)

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

type FilterChoice = Choice<string | null>

// The chosen category or color is listed even if the current server does not offer it.
const withChosen = (
  choices: FilterChoice[],
  chosen: string | null,
  toLabel: (name: string) => string,
): FilterChoice[] =>
  chosen === null || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: toLabel(chosen), note: t('noneHere') }]
