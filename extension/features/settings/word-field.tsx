import { tCase } from '../../platform/browser/texts.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import type { Settings, TextName } from './settings.ts'
import type { UseSettings } from './use-settings.ts'

type WordFieldProps<Name extends TextName> = Pick<UseSettings, 'settings' | 'change'> & {
  name: Name
  legend: string
  hint?: string
  words: readonly Settings[Name][]
  toNote?: (word: Settings[Name]) => string | undefined
}

/** Lets a person choose one of the words that a setting accepts. The text of each is `{name}_{word}`. */
export const WordField = <Name extends TextName>(props: WordFieldProps<Name>) => {
  const { settings, change, name, words, toNote, ...group } = props
  return (
    <ChoiceGroup
      {...group}
      choices={words.map((value) => ({
        value,
        label: tCase(`${name}_${value}`, {}),
        note: toNote?.(value),
      }))}
      value={settings[name]}
      onChange={(value) => change({ [name]: value })}
    />
  )
}
