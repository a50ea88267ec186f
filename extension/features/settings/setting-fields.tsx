import { useEffect, useState } from 'preact/hooks'
import { colorTones } from '../../../shared/color-tones.ts'
import { mostValues } from '../../../shared/filter-values.ts'
import { t, tCase, textLocale } from '../../platform/browser/texts.ts'
import { type Choice, ChoiceGroup, MultiChoiceGroup } from '../../ui/choice-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toCategoryLabel, toColorLabel } from './filter-labels.ts'
import { EntryForm } from './report.tsx'
import {
  clockChoices,
  type FilterChoices,
  maxBlur,
  maxDim,
  rotations,
  shapes,
  type Veil,
} from './setting-values.ts'
import { nameLength, type Settings, type TextName, type ToggleName } from './settings.ts'
import type { UseSettings } from './use-settings.ts'

export const RotationField = ({ hasDays, ...props }: UseSettings & { hasDays: boolean }) => (
  <WordField
    {...props}
    name="rotation"
    legend={t('rotation')}
    words={rotations.filter((word) => word !== 'today' || hasDays)}
  />
)

/** Several categories or colors are one text, such as `nature,art`, as the API reads it. */
const toValues = (text: string | null): string[] => text?.split(',').filter(Boolean) ?? []

const usualEvening = '19:00-07:00'

export const DarkerField = ({ settings: { darker }, change }: UseSettings) => {
  const times = darker.split('-')
  const hasTimes = times.length === 2
  return (
    <>
      <ChoiceGroup
        legend={t('darker')}
        hint={t('darkerHint')}
        choices={[
          { value: '', label: t('darkerNever') },
          { value: 'system', label: t('darkerSystem') },
          { value: hasTimes ? darker : usualEvening, label: t('darkerEvening') },
          { value: 'always', label: t('darkerAlways') },
        ]}
        value={darker}
        onChange={(chosen) => change({ darker: chosen })}
      />
      {hasTimes && (
        <div class="row">
          {(['darkerFrom', 'darkerUntil'] as const).map((name, at) => (
            <TextField
              key={name}
              label={t(name)}
              name={name}
              type="time"
              value={times[at] ?? ''}
              // The value of a time field is empty while a person is still typing.
              onInput={(time) => time && change({ darker: times.with(at, time).join('-') })}
              autocomplete="off"
            />
          ))}
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
        name="shape"
        legend={t('shape')}
        hint={t('shapeHint')}
        words={shapes}
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

const listColors = (colors: readonly string[]) =>
  new Intl.ListFormat(textLocale(), { type: 'disjunction' }).format(colors.map(toColorLabel))

const toFilter = (values: readonly string[]) => values.slice(-mostValues).join() || null

export const toColorChoice = (name: string) => ({
  value: name,
  label: toColorLabel(name),
  // Every color name in `shared/` is also a CSS color.
  swatch: colorTones.get(name) ?? name,
})

const toColorChoices = ({ colors }: FilterChoices, chosen: readonly string[]): FilterChoice[] => {
  // Aqua and cyan are the same color, so only cyan is offered if the server has both.
  const distinct = colors.filter((name) => name !== 'aqua' || !colors.includes('cyan'))
  return withChosen(distinct.map(toColorChoice), chosen, {
    toLabel: toColorLabel,
    note: t('noneHere'),
  })
}

type CategoryFieldProps = UseSettings & {
  legend: string
  choices: FilterChoices
}

export const CategoryField = ({ settings, change, legend, choices }: CategoryFieldProps) => {
  const categories = toValues(settings.category)
  const { takesWords = false } = choices
  const choose = (chosen: readonly string[]) => change({ category: toFilter(chosen) })
  return (
    <>
      <MultiChoiceGroup
        legend={legend}
        choices={toCategoryChoices(choices, categories, takesWords)}
        values={categories}
        onChange={choose}
      />
      {takesWords && (
        <WordForm onAdd={(word) => choose([...categories.filter((one) => one !== word), word])} />
      )}
    </>
  )
}

const longestWord = 60

const WordForm = ({ onAdd }: { onAdd: (word: string) => void }) => {
  const [text, setText] = useState('')
  const submit = () => {
    const word = text
      .replace(/,|^\s*-+/g, ' ')
      .trim()
      .toLowerCase()
      .slice(0, longestWord)
    if (word !== '') onAdd(word)
    setText('')
  }
  return (
    <EntryForm
      label={t('categoryWord')}
      inputMode="search"
      text={text}
      onEdit={setText}
      onSubmit={submit}
    >
      <button type="submit">{t('categoryAdd')}</button>
    </EntryForm>
  )
}

const toCategoryChoices = (
  { categories }: FilterChoices,
  chosen: readonly string[],
  takesWords: boolean,
): FilterChoice[] => {
  const known = categories.map(({ name, label = toCategoryLabel(name), count }) => ({
    value: name,
    label,
    note: count?.toLocaleString(textLocale()),
  }))
  const note = takesWords ? undefined : t('noneHere')
  return withChosen(known, chosen, { toLabel: toCategoryLabel, note })
}

type FilterChoice = Choice<string | null>

// The chosen categories and colors are listed even if the current server does not offer them.
const withChosen = (
  offered: FilterChoice[],
  chosen: readonly string[],
  { toLabel, note }: { toLabel: (name: string) => string; note: string | undefined },
): FilterChoice[] => {
  const missing = chosen.filter((name) => offered.every(({ value }) => value !== name))
  return [
    { value: null, label: t('any') },
    ...offered,
    ...missing.map((value) => ({ value, label: toLabel(value), note })),
  ]
}

const sliders = [
  { name: 'dim', max: maxDim, step: 5, whole: 100 },
  { name: 'blur', max: maxBlur, step: 2, whole: maxBlur },
] as const

interface VeilFieldsProps extends UseSettings {
  /** Called while a slider moves, before its value is stored. */
  onMove?: (veil: Veil) => void
}

export const VeilFields = ({ settings: { dim, blur }, change, onMove }: VeilFieldsProps) => {
  const [moved, setMoved] = useState<Partial<Veil>>({})
  // When a value is stored, even by another page, the slider moves to the stored value.
  useEffect(() => setMoved({}), [dim, blur])
  const shown = { dim, blur, ...moved }
  return (
    <div class="group veil">
      {sliders.map(({ name, whole, ...range }) => {
        const text = (shown[name] / whole).toLocaleString(textLocale(), { style: 'percent' })
        return (
          <div class="slider" key={name}>
            <label for={name}>{t(name)}</label>
            <input
              {...range}
              id={name}
              type="range"
              min={0}
              value={shown[name]}
              aria-valuetext={text}
              onInput={({ currentTarget: { valueAsNumber } }) => {
                setMoved((before) => ({ ...before, [name]: valueAsNumber }))
                onMove?.({ ...shown, [name]: valueAsNumber })
              }}
              onChange={({ currentTarget }) => change({ [name]: currentTarget.valueAsNumber })}
            />
            <output for={name}>{text}</output>
          </div>
        )
      })}
    </div>
  )
}

const listToggles = (settings: Settings) =>
  Object.keys(settings).filter(
    (name): name is ToggleName => typeof Reflect.get(settings, name) === 'boolean',
  )

const clockFields = ['clockSize', 'clockPlace', 'clockStyle', 'clockHours'] as const

export const ClockFields = ({ settings, change }: UseSettings) => (
  <>
    <MultiChoiceGroup
      legend={t('clockShown')}
      choices={listToggles(settings).map((name) => ({ value: name, label: t(`toggle_${name}`) }))}
      values={listToggles(settings).filter((name) => settings[name])}
      onChange={(on) =>
        change(Object.fromEntries(listToggles(settings).map((name) => [name, on.includes(name)])))
      }
    />
    {clockFields.map((name) => (
      <WordField
        key={name}
        {...{ settings, change, name }}
        legend={t(name)}
        words={clockChoices[name]}
      />
    ))}
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

type WordFieldProps<Name extends TextName> = UseSettings & {
  name: Name
  legend: string
  hint?: string
  words: readonly Settings[Name][]
}

/** Lets a person choose one of the words that a setting accepts. The text of each is `{name}_{word}`. */
export const WordField = <Name extends TextName>(props: WordFieldProps<Name>) => {
  const { settings, change, name, words, ...group } = props
  return (
    <ChoiceGroup
      {...group}
      choices={words.map((value) => ({ value, label: tCase(`${name}_${value}`, {}) }))}
      value={settings[name]}
      onChange={(value) => change({ [name]: value })}
    />
  )
}
