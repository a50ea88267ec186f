import { t } from '../../platform/browser/texts.ts'
import type { Choice } from '../../ui/choice-group.tsx'

export type FilterChoice = Choice<string | null>

/** What was chosen stays in sight, also at a server that does not have it. */
export const withChosen = (
  choices: FilterChoice[],
  chosen: string | null,
  toLabel: (name: string) => string,
): FilterChoice[] =>
  chosen === null || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: toLabel(chosen), note: t('noneHere') }]
