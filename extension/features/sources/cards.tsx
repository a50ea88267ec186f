import { useEffect } from 'preact/hooks'
import { toTextList } from '../../../shared/unknown.ts'
import { openTab } from '../../platform/browser/page.ts'
import { t, tCase } from '../../platform/browser/texts.ts'
import { createStoredItem } from '../../platform/storage/stored-item.ts'
import type { Problem } from '../../remote/problem.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import type { OwnCard } from '../own-pictures/use-own-pictures.tsx'
import { ReportLine, toProblemReport } from '../settings/report.tsx'
import { isUserList } from '../settings/setting-values.ts'
import type { Settings } from '../settings/settings.ts'
import { parseSourceNames } from '../settings/source-names.ts'
import type { UseSettings } from '../settings/use-settings.ts'
import { kinds, type OpenSource, sourceOf } from './all.ts'
import { daySourceIn } from './chosen.ts'
import { ServerField } from './server-field.tsx'
import type { SourceKind } from './source.ts'
import { WebField } from './web/web-field.tsx'

export type CardProps = UseSettings & {
  /** The address of a picture for each card. */
  pictures: readonly string[]
  own: OwnCard
  /** How many favorites the person has at the server. The welcome page does not know. */
  heartsAtServer?: number | undefined
  open: OpenSource
  /** Why sources gave no pictures when they were last asked. */
  failing: readonly { catalogue: string; problem: Problem }[]
  /** Shows the field of a source only while the person chooses it. */
  isBrief?: boolean | undefined
}

/** The addresses that a person has switched off, so that nobody has to find them again. */
export const switchedOffItem = createStoredItem({ key: 'sources.off', parse: parseSourceNames })

/** How many favorites the person had at the server that is switched off. */
export const waitingItem = createStoredItem({
  key: 'sources.off.favorites',
  parse: (stored) => (typeof stored === 'number' ? stored : 0),
})

/** The kinds that a person has ticked without an address or a picture yet. */
const unfinishedItem = createStoredItem({ key: 'sources.unfinished', parse: toTextList })

const kindOf = (name: string) => sourceOf(name).kind

/** Where wallpapers come from. A person may choose several. Nothing is contacted before that. */
export const SourceCards = (props: CardProps) => {
  const { settings, change, pictures, own, isBrief = false, heartsAtServer } = props
  const chosen = new Set(settings.sources.map(kindOf))
  const unfinished = useLoaded(unfinishedItem.read, [], unfinishedItem.onChange) ?? []
  const unready = new Set(unfinished.filter((kind) => !chosen.has(kind)))
  const setUnready = (kind: string, isUnready: boolean) =>
    unfinishedItem.update((all) => [
      ...all.filter((one) => one !== kind),
      ...(isUnready ? [kind] : []),
    ])
  // A choice that is finished would otherwise stay ticked when its last address or picture is removed.
  useEffect(() => {
    for (const kind of unfinished) if (chosen.has(kind)) void setUnready(kind, false)
  }, [settings.sources.join(), unfinished.join()])
  const choose = async ({ kind, only, needs, hasAccounts }: SourceKind) => {
    const isKind = (name: string) => kindOf(name) === kind
    if (unready.has(kind)) return setUnready(kind, false)
    const off = await switchedOffItem.read()
    const others = off.filter((name) => !isKind(name))
    if (chosen.has(kind)) {
      if (hasAccounts && heartsAtServer !== undefined)
        await waitingItem.update(() => heartsAtServer)
      if (!only) await switchedOffItem.update(() => [...others, ...settings.sources.filter(isKind)])
      return change(withoutKind(settings, kind))
    }
    const again = off.filter(isKind)
    const isReady = only && (needs !== 'pictures' || own.count > 0)
    const names = isReady ? [only] : again
    if (names.length === 0) return setUnready(kind, true)
    // Clears the item before `change`, because the person may close the page as soon as it shows the sources.
    if (again.length > 0) await switchedOffItem.update(() => others)
    return change({ sources: [...settings.sources, ...names] })
  }
  const isOn = ({ kind }: SourceKind) => chosen.has(kind) || unready.has(kind)
  return (
    <fieldset class="group">
      <legend>
        <h2>{t('sources')}</h2>
      </legend>
      <p class="hint">{t('sourcesHint')}</p>
      <div class="cards">
        {kinds.map((facts, place) => {
          const { kind, only = kind, needs, isRecommended } = facts
          // The first picture is the large one of the welcome page.
          const src = (needs === 'pictures' && own.src) || pictures[place + 1]
          return (
            <label class="card" key={kind}>
              {src && <img src={src} alt="" decoding="async" />}
              <input
                type="checkbox"
                value={only}
                checked={isOn(facts)}
                onChange={() => choose(facts)}
              />
              <strong>
                {tCase(`source_${kind}`, {})}
                {isRecommended && isBrief && <small>{t('commonsRecommended')}</small>}
              </strong>
              <span class="hint">{tCase(`sourceHint_${kind}`, {})}</span>
            </label>
          )
        })}
      </div>
      {kinds.filter(isOn).map((facts) => (
        <Chosen
          key={facts.kind}
          {...props}
          facts={facts}
          showsField={!isBrief || unready.has(facts.kind)}
        />
      ))}
    </fieldset>
  )
}

type ChosenProps = CardProps & { facts: SourceKind; showsField: boolean }

/** What a person gives or should know about a source. */
const Chosen = ({ facts, showsField, ...props }: ChosenProps) => {
  const { kind, only, needs, example, hasAccounts } = facts
  if (needs === 'pictures')
    return (
      <div class="row">
        <button type="button" onClick={() => openTab('/pictures.html')}>
          {t('ownChoose')}
        </button>
      </div>
    )
  if (example) {
    const Field = hasAccounts ? ServerField : WebField
    return showsField && <Field {...props} kind={kind} example={example} />
  }
  const note = tCase(`sourceNote_${kind}`, {})
  const problem = props.failing.find(({ catalogue }) => catalogue === only)?.problem
  return (
    <>
      {note && <p class="hint">{note}</p>}
      {only && problem && <ReportLine report={toProblemReport(problem, only)} />}
    </>
  )
}

// Only servers have favorites of other people, and only some kinds of sources have a picture of the day.
const withoutKind = (settings: Settings, kind: string): Partial<Settings> => {
  const sources = settings.sources.filter((name) => kindOf(name) !== kind)
  return {
    sources,
    ...(!sources.some((name) => sourceOf(name).hasAccounts) &&
      isUserList(settings.list) && { list: 'all' }),
    ...(settings.rotation === 'today' && !daySourceIn({ sources }) && { rotation: 'day' }),
  }
}
