import { useEffect, useState } from 'preact/hooks'
import { type Choice, ChoiceGroup } from '../../ui/choice-group.tsx'
import { type FilterChoices, fetchChoices, usualChoices } from './filter-choices.ts'
import type { Device } from './settings.ts'
import type { UseSettings } from './use-settings.ts'

const deviceChoices: Choice<Device>[] = [
  { value: 'screen', label: 'Fit this screen' },
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'any', label: 'Any' },
]

/** Which wallpapers: their shape, category and colour. */
export const FilterFields = ({ settings, change }: UseSettings) => {
  const choices = useChoices(settings.server)
  return (
    <>
      <ChoiceGroup
        legend="Shape"
        hint="Desktop wallpapers are wide, mobile ones are tall."
        choices={deviceChoices}
        value={settings.device}
        onChange={(device) => change({ device })}
      />
      <ChoiceGroup
        legend="Category"
        choices={toCategoryChoices(choices, settings.category)}
        value={settings.category}
        onChange={(category) => change({ category })}
      />
      <ChoiceGroup
        legend={`Color: ${settings.color ?? 'any'}`}
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
    label: capitalize(name),
    note: count?.toLocaleString(),
  }))
  return withChosen([{ value: null, label: 'Any' }, ...known], chosen)
}

const toColorChoices = ({ colors }: FilterChoices, chosen: string | null): FilterChoice[] => {
  // Aqua is cyan by another name, and finds the same wallpapers: two equal dots would only puzzle.
  const distinct = colors.filter((name) => name !== 'aqua' || !colors.includes('cyan'))
  // Every name of the contract is also a colour name of CSS.
  const known = distinct.map((name) => ({ value: name, label: capitalize(name), swatch: name }))
  return withChosen([{ value: null, label: 'Any' }, ...known], chosen)
}

/** What was chosen stays in sight, also at a server that does not have it. */
const withChosen = (choices: FilterChoice[], chosen: string | null): FilterChoice[] =>
  chosen === null || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: capitalize(chosen), note: 'none here' }]

const capitalize = (word: string) =>
  word === 'amoled' ? 'AMOLED' : word.charAt(0).toUpperCase() + word.slice(1)
