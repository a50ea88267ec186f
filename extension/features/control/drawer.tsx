import type { ComponentChildren } from 'preact'
import { openBeside } from '../../platform/browser/beside.ts'
import { onDeckAnnounced, requestTopUp, sendRequest } from '../../platform/browser/messages.ts'
import { type PlainKey, t } from '../../platform/browser/texts.ts'
import { MultiChoiceGroup } from '../../ui/choice-group.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { LinksField } from '../links/links-field.tsx'
import {
  CategoryField,
  ClockFields,
  DarkerField,
  RotationField,
  VeilFields,
} from '../settings/setting-fields.tsx'
import type { FilterChoices } from '../settings/setting-values.ts'
import { type Settings, settingsItem, toFiltersKey } from '../settings/settings.ts'
import { type UseSettings, useSettings } from '../settings/use-settings.ts'
import { layVeil } from '../settings/veil.ts'
import { asksAny } from '../sources/chosen.ts'
import { ListField } from '../sources/list-field.tsx'
import type { Offered } from '../sources/offer.ts'
import { switchSources } from '../sources/switch-sources.ts'
import type { DeckAccess } from '../wallpaper/deck-store.ts'
import type { UseWallpaper } from '../wallpaper/use-wallpaper.ts'
import './drawer.css'

type Deps = Pick<DeckAccess, 'deckStore' | 'rules'> & Pick<UseWallpaper, 'next'>

/** The settings that people change most, beside the wallpaper on which they see each change. */
export const Drawer = (deps: Deps) => {
  const stored = useLoaded(settingsItem.read, [])
  return <div class="drawer">{stored && <Fields {...deps} stored={stored} />}</div>
}

const Fields = ({ stored, ...deps }: Deps & { stored: Settings }) => {
  const all = useSettings(stored)
  const { settings } = all
  const { sources } = settings
  const offered = useAnswer<Offered[]>('offered', sources) ?? []
  const choices = useAnswer<FilterChoices>('choices', sources)
  const change: UseSettings['change'] = async (part) => {
    await all.change(part)
    showFitting(settings, { ...settings, ...part }, deps)
  }
  const fields = { ...all, change }
  return (
    <>
      <Part name="sources" isOpen={!asksAny(stored)}>
        <SourceField {...fields} offered={offered} />
      </Part>
      {asksAny(settings) && (
        <Part name="category">
          {choices && <CategoryField {...fields} choices={choices} legend={t('category')} />}
        </Part>
      )}
      <Part name="listWhich">
        <ListField {...fields} />
      </Part>
      <Part name="rotation">
        <RotationField
          {...fields}
          hasDays={offered.some(({ name, hasDays }) => hasDays && sources.includes(name))}
        />
      </Part>
      <Part name="darker">
        <DarkerField {...fields} />
      </Part>
      <Part name="look">
        <VeilFields {...fields} onMove={layVeil} />
      </Part>
      <Part name="clock">
        <ClockFields {...fields} />
      </Part>
      <Part name="links">
        <LinksField {...fields} />
      </Part>
      <p>
        <button type="button" class="link" onClick={() => openBeside('/favorites.html')}>
          {t('favorites')}
        </button>
        <a href="/options.html">{t('allSettings')}</a>
      </p>
    </>
  )
}

const useAnswer = <T,>(type: string, sources: readonly string[]) => {
  const request = { type, sources }
  return useLoaded(() => sendRequest(request).catch(() => undefined), [sources.join()]) as
    | T
    | undefined
}

interface PartProps {
  name: PlainKey
  isOpen?: boolean
  children: ComponentChildren
}

/** One part is open at a time, so that the wallpaper stays visible. */
const Part = ({ name, isOpen, children }: PartProps) => (
  <details name="drawer" open={isOpen}>
    <summary>{t(name)}</summary>
    {children}
  </details>
)

const SourceField = ({ settings, change, offered }: UseSettings & { offered: Offered[] }) => {
  const { sources } = settings
  const hasDays = (name: string) => offered.some((one) => one.name === name && one.hasDays)
  const choose = async (chosen: string[]) => {
    const clicked = offered.find(({ name }) => chosen.includes(name) !== sources.includes(name))
    if (!clicked) return
    const { name } = clicked
    const isOn = chosen.includes(name)
    await change(await switchSources(settings, [name], { isOn, hasDays }))
  }
  return (
    <>
      <MultiChoiceGroup
        legend={t('sources')}
        choices={offered.map(({ name, label }) => ({ value: name, label }))}
        values={sources}
        onChange={choose}
      />
      <p class="hint">{offered.map(({ note }) => note)}</p>
      <p class="hint">{t('addressHint_list')}</p>
    </>
  )
}

let stopWaiting: (() => void) | undefined

/** Shows another wallpaper once the deck has one that fits the changed settings, even if the drawer is closed by then. */
const showFitting = (before: Settings, settings: Settings, { deckStore, rules, next }: Deps) => {
  const { darker, rotation } = settings
  const filters = toFiltersKey(settings)
  const isOther = filters !== toFiltersKey(before)
  const isNowDaily = rotation === 'today' && rotation !== before.rotation
  if (!isOther && !isNowDaily && darker === before.darker) return
  stopWaiting?.()
  const look = async () => {
    const deck = await deckStore.read().catch(() => undefined)
    const isAligned =
      deck?.filters === filters && deck.darker === darker && deck.rotation === rotation
    if (!isAligned || stopWaiting !== stop) return
    const upcoming = rules.findNext(deck)
    if (!upcoming && asksAny(settings)) return
    const isDusk = rules.openTab(deck, Date.now(), []).wasDark !== deck.wasDark
    const isOfDay = typeof upcoming?.showFrom === 'number'
    if (!isOther && !isDusk && !isOfDay) return
    stop()
    stopWaiting = undefined
    await next()
  }
  const stop = onDeckAnnounced(look)
  stopWaiting = stop
  void requestTopUp(true).then(look)
}
