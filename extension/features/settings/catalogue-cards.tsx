import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { openTab } from '../../platform/browser/page.ts'
import { t } from '../../platform/browser/texts.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import {
  builtIn,
  type CatalogueKind,
  kindOf,
  own,
  parseCatalogues,
  withOwn,
  withServer,
} from './catalogues.ts'
import { ServerField } from './server-field.tsx'
import { isList } from './setting-values.ts'
import type { Settings } from './settings.ts'
import type { UseSettings } from './use-settings.ts'

export interface OwnCard {
  /** How many own pictures there are. */
  count: number
  /** The address of one of them. */
  src: string | undefined
}

type CardProps = UseSettings & {
  /** The address of a picture for each card. */
  pictures: readonly string[]
  own: OwnCard
  /** Where the person enters catalogues on the web. */
  webField: ComponentChildren
  /** Shows the field of a catalogue only while the person chooses it. */
  isBrief?: boolean
}

/** The catalogues on the web that a person has switched off together, so that nobody has to find the addresses again. */
const switchedOffItem = createStoredItem({ key: 'catalogues.off', parse: parseCatalogues })

// The page may be closed as soon as it shows the names, so they are taken out of the item first.
const takeSwitchedOff = async (): Promise<string[]> => {
  const names = await switchedOffItem.read()
  if (names.length > 0) await switchedOffItem.update(() => [])
  return names
}

const cards = [
  { kind: builtIn, title: 'builtIn', hint: 'builtInHint', picture: 0 },
  { kind: own, title: 'ownPictures', hint: 'ownHint', picture: 2 },
  { kind: 'web', title: 'webCatalogue', hint: 'webCatalogueHint', picture: 3 },
  { kind: 'server', title: 'frescoServer', hint: 'frescoServerHint', picture: 1 },
] as const

const isWeb = (name: string) => kindOf(name) === 'web'

/** Where wallpapers come from. A person may choose several. Nothing is contacted before that. */
export const CatalogueCards = ({ pictures, webField, isBrief = false, ...props }: CardProps) => {
  const { settings, change } = props
  const chosen = new Set<CatalogueKind>(settings.catalogues.map(kindOf))
  // A person who chooses a kind still has to enter an address. Only both together are stored.
  const [open, setOpen] = useState<CatalogueKind>()
  const choose = async (kind: CatalogueKind) => {
    setOpen(undefined)
    if (chosen.has(kind)) {
      if (kind === 'web') await switchedOffItem.update(() => settings.catalogues.filter(isWeb))
      return change(withoutKind(settings, kind))
    }
    const again = kind === 'web' ? await takeSwitchedOff() : []
    if (again.length > 0) return change({ catalogues: [...settings.catalogues, ...again] })
    if (kind === own && props.own.count > 0) return change({ catalogues: withOwn(settings, true) })
    if (kind !== builtIn) return setOpen(open === kind ? undefined : kind)
    return change({ catalogues: [...settings.catalogues, builtIn] })
  }
  const isOn = (kind: CatalogueKind) => chosen.has(kind) || open === kind
  const shows = (kind: CatalogueKind) => (isBrief ? open === kind : isOn(kind))
  return (
    <fieldset class="group">
      <legend>
        <h2>{t('catalogues')}</h2>
      </legend>
      <p class="hint">{t('cataloguesHint')}</p>
      <div class="cards">
        {cards.map(({ kind, title, hint, picture }) => {
          const src = (kind === own && props.own.src) || pictures[picture]
          return (
            <label class="card" key={kind}>
              {src && <img src={src} alt="" decoding="async" />}
              <input
                type="checkbox"
                value={kind}
                checked={isOn(kind)}
                onChange={() => choose(kind)}
              />
              <strong>{t(title)}</strong>
              <span class="hint">{t(hint)}</span>
            </label>
          )
        })}
      </div>
      {isOn(own) && (
        <div class="row">
          <button type="button" onClick={() => openTab('/pictures.html')}>
            {t('ownChoose')}
          </button>
        </div>
      )}
      {shows('web') && webField}
      {shows('server') && <ServerField {...props} />}
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
