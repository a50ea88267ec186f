import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { toTextList } from '../../../shared/unknown.ts'
import { openTab } from '../../platform/browser/page.ts'
import { requestHostAccess } from '../../platform/browser/permissions.ts'
import { t } from '../../platform/browser/texts.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toHost } from '../../remote/problem.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import {
  builtIn,
  type CatalogueKind,
  commons,
  dayCatalogueIn,
  firstServer,
  kindOf,
  own,
  parseCatalogues,
  serverIn,
  withServer,
} from './catalogues.ts'
import { AddressForm, type Report, toAsking, toBad, toProblemReport } from './report.tsx'
import { parseServer } from './server-address.ts'
import { checkServer } from './server-check.ts'
import { isList } from './setting-values.ts'
import type { Settings } from './settings.ts'
import type { UseSettings } from './use-settings.ts'

export interface OwnCard {
  count: number
  /** The address of one of them. */
  src: string | undefined
}

export type CardProps = UseSettings & {
  /** The address of a picture for each card. */
  pictures: readonly string[]
  own: OwnCard
  /** How many favorites the person has at the server. The welcome page does not know. */
  heartsAtServer?: number | undefined
  /** Where the person enters catalogues on the web. */
  webField: ComponentChildren
  /** What a person should know about Wikimedia Commons. */
  commonsNote: ComponentChildren
  /** Shows the field of a catalogue only while the person chooses it. */
  isBrief?: boolean | undefined
}

/** The addresses that a person has switched off, so that nobody has to find them again. */
export const switchedOffItem = createStoredItem({ key: 'catalogues.off', parse: parseCatalogues })

/** How many favorites the person had at the server that is switched off. */
export const waitingItem = createStoredItem({
  key: 'catalogues.off.favorites',
  parse: (stored) => (typeof stored === 'number' ? stored : 0),
})

/** The kinds that a person has ticked without an address or a picture yet. */
const unfinishedItem = createStoredItem({ key: 'catalogues.unfinished', parse: toTextList })

const cards = [
  { kind: commons, title: 'commons', hint: 'commonsHint', picture: 2 },
  { kind: builtIn, title: 'builtIn', hint: 'builtInHint', picture: 0 },
  { kind: own, title: 'ownPictures', hint: 'ownHint', picture: 4 },
  { kind: 'web', title: 'webCatalogue', hint: 'webCatalogueHint', picture: 3 },
  { kind: 'server', title: 'frescoServer', hint: 'frescoServerHint', picture: 1 },
] as const

/** Where wallpapers come from. A person may choose several. Nothing is contacted before that. */
export const CatalogueCards = ({
  pictures,
  webField,
  commonsNote,
  isBrief = false,
  heartsAtServer,
  ...props
}: CardProps) => {
  const { settings, change } = props
  const chosen = new Set<CatalogueKind>(settings.catalogues.map(kindOf))
  const unfinished = useLoaded(unfinishedItem.read, [], unfinishedItem.onChange) ?? []
  const open = new Set(unfinished.filter((kind) => !chosen.has(kind as CatalogueKind)))
  const setOpen = (kind: CatalogueKind, isOpen: boolean) =>
    unfinishedItem.update((kinds) => [
      ...kinds.filter((one) => one !== kind),
      ...(isOpen ? [kind] : []),
    ])
  // A choice that is finished would otherwise stay ticked when its last address or picture is removed.
  useEffect(() => {
    for (const kind of unfinished as CatalogueKind[])
      if (chosen.has(kind)) void setOpen(kind, false)
  }, [settings.catalogues.join(), unfinished.join()])
  const choose = async (kind: CatalogueKind) => {
    const isKind = (name: string) => kindOf(name) === kind
    if (open.has(kind)) return setOpen(kind, false)
    const off = await switchedOffItem.read()
    const others = off.filter((name) => !isKind(name))
    if (chosen.has(kind)) {
      if (kind === 'server' && heartsAtServer !== undefined)
        await waitingItem.update(() => heartsAtServer)
      if (kind === 'server' || kind === 'web')
        await switchedOffItem.update(() => [...others, ...settings.catalogues.filter(isKind)])
      return change(withoutKind(settings, kind))
    }
    const again = off.filter(isKind)
    const isReady = kind === builtIn || kind === commons || (kind === own && props.own.count > 0)
    const names = isReady ? [kind] : again
    if (names.length === 0) return setOpen(kind, true)
    // Clears the item before `change`, because the person may close the page as soon as it shows the catalogues.
    if (again.length > 0) await switchedOffItem.update(() => others)
    return change({ catalogues: [...settings.catalogues, ...names] })
  }
  const isOn = (kind: CatalogueKind) => chosen.has(kind) || open.has(kind)
  const shows = (kind: CatalogueKind) => (isBrief ? open.has(kind) : isOn(kind))
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
              <strong>
                {t(title)}
                {kind === commons && isBrief && <small>{t('commonsRecommended')}</small>}
              </strong>
              <span class="hint">{t(hint)}</span>
            </label>
          )
        })}
      </div>
      {isOn(commons) && commonsNote}
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

// Only servers have favorites of other people, and only some kinds of catalogues have a picture of the day.
const withoutKind = (settings: Settings, kind: CatalogueKind): Partial<Settings> => {
  const catalogues = settings.catalogues.filter((name) => kindOf(name) !== kind)
  return {
    catalogues,
    ...(kind === 'server' && isList(settings.source) && { source: 'all' }),
    ...(settings.rotation === 'today' && !dayCatalogueIn({ catalogues }) && { rotation: 'day' }),
  }
}

const ServerField = ({ settings, change }: UseSettings) => {
  const current = serverIn(settings) ?? ''
  const [text, setText] = useState(current)
  const [report, setReport] = useState<Report>()
  const checks = useRef(0)
  const kept = useRef(current)
  // If another settings page stores another server, its address replaces the text in the field. Text that the
  // person typed before the field was ready stays.
  useEffect(() => {
    if (kept.current !== current) setText(current)
    kept.current = current
  }, [current])

  const check = async (server: string) => {
    checks.current += 1
    const mine = checks.current
    setReport(toAsking(server))
    const result = await checkServer(server)
    // A slow answer about an earlier address must not replace the report about a newer one.
    if (mine !== checks.current) return
    if (result.kind === 'problem') return setReport(toProblemReport(result.problem, server))
    const { name, version } = result.instance
    setReport({ tone: 'good', text: t('serverConnected', { name, version }) })
  }
  const edit = (typed: string) => {
    checks.current += 1
    setReport(undefined)
    setText(typed)
  }
  const parse = () => {
    const server = parseServer(text)
    if (!server) {
      setReport({ ...toBad(t('serverInvalid', { example: firstServer })), isInvalid: true })
    }
    return server
  }
  const test = () => {
    const server = parse()
    if (server) void check(server)
  }
  const save = async () => {
    const server = parse()
    if (!server) return
    // The browser asks for access only in direct response to a click, so the request comes before any wait.
    if (!(await requestHostAccess(server)))
      return setReport(toBad(t('serverNotAllowed', { host: toHost(server) })))
    setText(server)
    // A username is valid on one server only, so a user's favorites as the source change to all wallpapers.
    const isElsewhere = server !== current && isList(settings.source)
    await change({
      catalogues: withServer(settings, server),
      ...(isElsewhere && { source: 'all' }),
    })
    await check(server)
  }

  return (
    <AddressForm
      label={t('server')}
      hint={t('serverHint')}
      text={text}
      report={report}
      onEdit={edit}
      onSubmit={save}
    >
      <button type="submit" class="primary">
        {t('serverSave')}
      </button>
      <button type="button" onClick={test}>
        {t('serverTest')}
      </button>
    </AddressForm>
  )
}
