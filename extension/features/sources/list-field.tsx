import { t } from '../../platform/browser/texts.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { lists } from '../settings/setting-values.ts'
import type { UseSettings } from '../settings/use-settings.ts'

const labels = { all: 'listAll', favorites: 'listFavorites' } as const

type ListFieldProps = UseSettings & { hint?: string }

export const ListField = ({ settings: { list }, change, hint }: ListFieldProps) => (
  <>
    <ChoiceGroup
      legend={t('listWhich')}
      choices={lists.map((value) => ({ value, label: t(labels[value]) }))}
      value={list}
      onChange={(chosen) => change({ list: chosen })}
    />
    {list === 'favorites' && hint && <p class="hint below">{hint}</p>}
  </>
)
