import { useEffect, useState } from 'preact/hooks'
import { openTab } from '../../platform/browser/page.ts'
import { t, tCase } from '../../platform/browser/texts.ts'
import type { Problem } from '../../remote/problem.ts'
import type { OwnCard } from '../own-pictures/use-own-pictures.tsx'
import { ReportLine, toProblemReport } from '../settings/report.tsx'
import type { UseSettings } from '../settings/use-settings.ts'
import { kinds, type OpenSource, sourceOf } from './all.ts'
import { ServerField } from './server-field.tsx'
import type { SourceKind } from './source.ts'
import { switchedOffItem, switchSources } from './switch-sources.ts'
import { WebField } from './web/web-field.tsx'

export type CardProps = UseSettings & {
  /** The address of a picture for each card. */
  pictures: readonly string[]
  own: OwnCard
  open: OpenSource
  /** Why sources gave no pictures when they were last asked. */
  failing: readonly { catalogue: string; problem: Problem }[]
  /** Shows the field of a source only while the person chooses it. */
  isBrief?: boolean | undefined
}

const kindOf = (name: string) => sourceOf(name).kind
const hasDays = (name: string) => sourceOf(name).hasDays === true

/** Where wallpapers come from. A person may choose several. Nothing is contacted before that. */
export const SourceCards = (props: CardProps) => {
  const { settings, change, pictures, own, isBrief = false } = props
  const chosen = new Set(settings.sources.map(kindOf))
  /** The kinds that a person has ticked without an address or a picture yet. */
  const [ticked, setTicked] = useState<readonly string[]>([])
  const unready = new Set(ticked.filter((kind) => !chosen.has(kind)))
  const setUnready = (kind: string, isUnready: boolean) =>
    setTicked([...ticked.filter((one) => one !== kind), ...(isUnready ? [kind] : [])])
  // A choice that is finished would otherwise stay ticked when its last address or picture is removed.
  useEffect(() => setTicked(ticked.filter((kind) => !chosen.has(kind))), [settings.sources.join()])
  const choose = async ({ kind, only, needs }: SourceKind) => {
    const isKind = (name: string) => kindOf(name) === kind
    if (unready.has(kind)) return setUnready(kind, false)
    const isOn = !chosen.has(kind)
    const isReady = only && (needs !== 'pictures' || own.count > 0)
    const known = isOn ? await switchedOffItem.read() : settings.sources
    const names = isOn && isReady ? [only] : known.filter(isKind)
    if (names.length === 0) return setUnready(kind, true)
    return change(await switchSources(settings, names, { isOn, hasDays }))
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
          const src = (needs === 'pictures' && own.src) || pictures[(place + 1) % pictures.length]
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
