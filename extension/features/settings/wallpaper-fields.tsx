import { readScreenSize } from '../../platform/browser/screen.ts'
import { t, textLocale } from '../../platform/browser/texts.ts'
import { type Choice, ChoiceGroup, MultiChoiceGroup } from '../../ui/choice-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { serverIn } from './catalogues.ts'
import type { FilterChoices } from './filter-choices.ts'
import { toCategoryLabel, toColorLabel } from './filter-labels.ts'
import { devices, rotations, toValues } from './setting-values.ts'
import type { UseSettings } from './use-settings.ts'
import { WordField } from './word-field.tsx'

export const RotationField = (props: UseSettings) => (
  <WordField
    {...props}
    name="rotation"
    legend={t('rotation')}
    words={rotations.filter((word) => word !== 'today' || serverIn(props.settings))}
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

type FilterFieldsProps = UseSettings & { choices: FilterChoices }

export const FilterFields = ({ settings, change, choices }: FilterFieldsProps) => {
  const colors = toValues(settings.color)
  return (
    <>
      <WordField
        {...{ settings, change }}
        name="device"
        legend={t('device')}
        hint={t('deviceHint')}
        words={devices}
        toNote={(word) => (word === 'fit' || word === 'sharp' ? describeScreen() : undefined)}
      />
      <CategoryField {...{ settings, change, choices }} legend={t('category')} />
      <MultiChoiceGroup
        legend={colors.length > 0 ? t('color', { name: listColors(colors) }) : t('colorAny')}
        choices={toColorChoices(choices, colors)}
        values={colors}
        onChange={(chosen) => change({ color: toFilter(chosen) })}
      />
    </>
  )
}

const describeScreen = () => {
  const { width, height } = readScreenSize()
  return `${width}\u00a0×\u00a0${height}`
}

const listColors = (colors: readonly string[]) =>
  new Intl.ListFormat(textLocale(), { type: 'disjunction' }).format(colors.map(toColorLabel))

// The largest number of values of one filter that the server accepts.
const maxValues = 20

const toFilter = (values: readonly string[]) => values.slice(-maxValues).join() || null

const toColorChoices = ({ colors }: FilterChoices, chosen: readonly string[]): FilterChoice[] => {
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

export const CategoryField = ({ settings, change, legend, choices }: CategoryFieldProps) => {
  const categories = toValues(settings.category)
  return (
    <MultiChoiceGroup
      legend={legend}
      choices={toCategoryChoices(choices, categories)}
      values={categories}
      onChange={(chosen) => change({ category: toFilter(chosen) })}
    />
  )
}

const toCategoryChoices = (
  { categories }: FilterChoices,
  chosen: readonly string[],
): FilterChoice[] => {
  const known = categories.map(({ name, count }) => ({
    value: name,
    label: toCategoryLabel(name),
    note: count?.toLocaleString(textLocale()),
  }))
  return withChosen([{ value: null, label: t('any') }, ...known], chosen, toCategoryLabel)
}

type FilterChoice = Choice<string | null>

// The chosen categories and colors are listed even if the current server does not offer them.
const withChosen = (
  choices: FilterChoice[],
  chosen: readonly string[],
  toLabel: (name: string) => string,
): FilterChoice[] => [
  ...choices,
  ...chosen
    .filter((name) => choices.every(({ value }) => value !== name))
    .map((name) => ({ value: name, label: toLabel(name), note: t('noneHere') })),
]
