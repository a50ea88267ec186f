import { t, textLocale } from '../../platform/browser/texts.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import type { FilterChoices } from './filter-choices.ts'
import { toCategoryLabel } from './filter-labels.ts'
import type { UseSettings } from './use-settings.ts'
import { type FilterChoice, withChosen } from './with-chosen.ts'

type CategoryFieldProps = Pick<UseSettings, 'settings' | 'change'> & {
  legend: string
  choices: FilterChoices
}

/** Which kind of wallpapers, of those that the server has. */
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
