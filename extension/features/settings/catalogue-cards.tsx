import { useState } from 'preact/hooks'
import { t } from '../../platform/browser/texts.ts'
import { builtIn, type CatalogueKind, kindOf, withServer } from './catalogues.ts'
import { ServerField } from './server-field.tsx'
import { isList } from './setting-values.ts'
import type { Settings } from './settings.ts'
import type { UseSettings } from './use-settings.ts'

type CardProps = UseSettings & {
  /** The address of a picture for each card. */
  pictures: readonly string[]
  /** Shows the field of a catalogue only while the person chooses it. */
  isBrief?: boolean
}

/** Where wallpapers come from. A person may choose several. Nothing is contacted before that. */
export const CatalogueCards = ({ pictures, isBrief = false, ...props }: CardProps) => {
  const { settings, change } = props
  const chosen = new Set<CatalogueKind>(settings.catalogues.map(kindOf))
  // A person who chooses a kind still has to enter an address. Only both together are stored.
  const [open, setOpen] = useState<CatalogueKind>()
  const choose = (kind: CatalogueKind) => {
    setOpen(undefined)
    if (chosen.has(kind)) return change(withoutKind(settings, kind))
    if (kind !== builtIn) return setOpen(open === kind ? undefined : kind)
    return change({ catalogues: [...settings.catalogues, builtIn] })
  }
  const bind = (kind: CatalogueKind) => ({
    isOn: chosen.has(kind) || open === kind,
    onChange: () => choose(kind),
  })
  return (
    <fieldset class="group">
      <legend>
        <h2>{t('catalogues')}</h2>
      </legend>
      <p class="hint">{t('cataloguesHint')}</p>
      <div class="cards">
        <Card {...bind(builtIn)} title={t('builtIn')} hint={t('builtInHint')} src={pictures[0]} />
        <Card
          {...bind('server')}
          title={t('frescoServer')}
          hint={t('frescoServerHint')}
          src={pictures[1]}
        />
      </div>
      {(isBrief ? open === 'server' : bind('server').isOn) && <ServerField {...props} />}
    </fieldset>
  )
}

// Without a server, there are no favorites of other people and no picture of the day.
const withoutKind = (settings: Settings, kind: CatalogueKind): Partial<Settings> => {
  if (kind !== 'server')
    return { catalogues: settings.catalogues.filter((name) => kindOf(name) !== kind) }
  return {
    catalogues: withServer(settings, null),
    ...(isList(settings.source) && { source: 'all' }),
    ...(settings.rotation === 'today' && { rotation: 'day' }),
  }
}

interface CardFrameProps {
  title: string
  hint: string
  src: string | undefined
  isOn: boolean
  onChange: () => void
}

const Card = ({ title, hint, src, isOn, onChange }: CardFrameProps) => (
  <label class="card">
    {src && <img src={src} alt="" decoding="async" />}
    <input type="checkbox" checked={isOn} onChange={onChange} />
    <strong>{title}</strong>
    <span class="hint">{hint}</span>
  </label>
)
