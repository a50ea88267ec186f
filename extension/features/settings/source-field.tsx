import { useState } from 'preact/hooks'
import { t } from '../../platform/browser/texts.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { ListField } from './list-field.tsx'
import { isList } from './source.ts'
import type { UseSettings } from './use-settings.ts'

const kinds = ['all', 'favorites', 'list'] as const
const labels = { all: 'sourceAll', favorites: 'sourceFavorites', list: 'sourceList' } as const

type SourceFieldProps = UseSettings & { hasFavorites: boolean }

/** Which wallpapers of the server: all, the own favorites, or those of somebody. */
export const SourceField = ({ hasFavorites, ...props }: SourceFieldProps) => {
  const { settings, change } = props
  // Somebody's list is kept with a name only: until then the choice is but on the page.
  const [isNaming, setNaming] = useState(false)
  const kept = isList(settings.source) ? 'list' : settings.source
  const choose = (kind: (typeof kinds)[number]) => {
    setNaming(kind === 'list')
    if (kind !== 'list') change({ source: kind })
  }
  const isOfList = isNaming || kept === 'list'
  return (
    <div class="group">
      <ChoiceGroup
        legend={t('sourceWhich')}
        choices={kinds.map((value) => ({ value, label: t(labels[value]) }))}
        value={isOfList ? 'list' : kept}
        onChange={choose}
      />
      {!isOfList && kept === 'favorites' && (
        <p class="hint below">{t(hasFavorites ? 'sourceFavoritesHint' : 'sourceFavoritesNone')}</p>
      )}
      {isOfList && <ListField key={settings.server} {...props} />}
    </div>
  )
}
