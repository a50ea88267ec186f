import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { requestHostAccess } from '../../../platform/browser/permissions.ts'
import { t, tCase, tCount } from '../../../platform/browser/texts.ts'
import { isListProblem, type Problem, problemOf, toHost } from '../../../remote/problem.ts'
import { useId } from '../../../ui/use-id.ts'
import {
  EntryForm,
  GoThere,
  type Report,
  ReportLine,
  toAsking,
  toBad,
  toProblemReport,
} from '../../settings/report.tsx'
import { siteOf } from '../../settings/source-names.ts'
import type { UseSettings } from '../../settings/use-settings.ts'
import { factsOf, type OpenSource, sourceOf } from '../all.ts'
import { toAddressLabel } from '../list-words.ts'
import type { CataloguePreview } from '../source.ts'
import { switchSources } from '../switch-sources.ts'
import { NoCorsError } from './fetch-catalogue.ts'

type SavedProps = UseSettings & {
  kind: string
  failing: readonly { catalogue: string; problem: Problem }[]
}

type WebFieldProps = SavedProps & {
  example: string
  open: OpenSource
  /** The address of a link that the person has opened. It takes the place of the text field. */
  given?: string
  onSaved?: () => unknown
  /** More actions for the catalogue or list that was found. */
  Others?: ComponentType<{ found: CataloguePreview }>
}

// One server counts, so another one cannot be added.
const replacesServer = ({ sources }: { sources: readonly string[] }, name: string) =>
  factsOf(name).hasAccounts && sources.some((one) => one !== name && factsOf(one).hasAccounts)

const hasDays = (name: string) => sourceOf(name).hasDays === true

export const WebField = ({ open, example, given, onSaved, Others, ...saved }: WebFieldProps) => {
  const { settings, change, kind } = saved
  const [text, setText] = useState('')
  const [report, setReport] = useState<Report>()
  const [found, setFound] = useState<CataloguePreview>()
  /** A site that the extension may read only with the person's permission. */
  const [locked, setLocked] = useState<string>()
  const looks = useRef(0)

  // Only the result of the latest look is shown.
  const startLook = (next?: Report) => {
    looks.current += 1
    setReport(next)
    setFound(undefined)
    setLocked(undefined)
    return looks.current
  }
  const look = async () => {
    const typed = given ?? text.trim()
    const mine = startLook(toAsking(typed))
    try {
      const catalogue = await (await open(example)).preview?.(typed)
      if (mine !== looks.current) return
      const invalid = toBad(t('webInvalid', { example: toHost(example) }))
      setReport(catalogue ? undefined : { ...invalid, isInvalid: true })
      setFound(catalogue)
    } catch (error) {
      if (mine !== looks.current) return
      const origin = error instanceof NoCorsError ? error.origin : undefined
      // A message about a list names the site and not the page.
      const site = typed.replace(/\/(share|tab)\/.*|\/?\?.*/, '')
      setReport(toProblemReport(problemOf(error), origin ?? site))
      setLocked(origin)
    }
  }
  const allow = async (origin: string) => {
    // The browser asks for access only in direct response to a click, so the request comes before any wait.
    if (await requestHostAccess(origin)) return look()
    setReport(toBad(t('webNotAllowed', { host: toHost(origin) })))
  }
  const save = async (name: string, isOnly: boolean) => {
    const off =
      isOnly && (await switchSources(settings, settings.sources, { isOn: false, hasDays }))
    const on = await switchSources({ ...settings, ...off }, [name], { isOn: true, hasDays })
    await change({ list: 'all', ...off, ...on })
    setText('')
    startLook({ tone: 'good', text: t('webUsed', { name: toAddressLabel(name) }) })
    onSaved?.()
  }
  useEffect(() => {
    if (given !== undefined) void look()
  }, [given])

  return (
    <div class="group web">
      {given === undefined ? (
        <EntryForm
          label={tCase(`source_${kind}`, {})}
          hint={tCase(`addressHint_${kind}`, {})}
          text={text}
          report={report}
          onEdit={(typed) => {
            startLook()
            setText(typed)
          }}
          onSubmit={look}
        >
          <button type="submit" class={found || locked ? '' : 'primary'}>
            {t('webLook')}
          </button>
        </EntryForm>
      ) : (
        <ReportLine report={report} />
      )}
      {locked && (
        <div class="row">
          <button type="button" class="primary" onClick={() => allow(locked)}>
            {t('webAllow', { host: toHost(locked) })}
          </button>
        </div>
      )}
      {found && (
        <Preview found={found}>
          {!replacesServer(settings, found.name) && (
            <button type="button" class="primary" onClick={() => save(found.name, false)}>
              {t('webToo')}
            </button>
          )}
          <button type="button" onClick={() => save(found.name, true)}>
            {t('webOnly')}
          </button>
          {Others && <Others found={found} />}
        </Preview>
      )}
      {given === undefined && <SavedCatalogues {...saved} />}
    </div>
  )
}

interface PreviewProps {
  found: CataloguePreview
  children: ComponentChildren
}

const Preview = ({ found: { name, count, skipped, wallpapers }, children }: PreviewProps) => (
  <div class="found">
    <p role="status" dir="auto">
      {count === undefined
        ? toAddressLabel(name)
        : tCount('webPreview', count, { name: toHost(name) })}
    </p>
    {skipped > 0 && <p class="hint">{t('webSkipped')}</p>}
    <div class="samples">
      {wallpapers.map(({ id, title, color, preview_url }) => (
        <img
          key={id}
          src={preview_url}
          alt={title || id}
          title={title || id}
          dir="auto"
          style={color ? { backgroundColor: color } : undefined}
          referrerpolicy="no-referrer"
          decoding="async"
        />
      ))}
    </div>
    <div class="row">{children}</div>
  </div>
)

const SavedCatalogues = ({ settings, change, kind, failing }: SavedProps) => {
  const id = useId()
  const names = settings.sources.filter((name) => sourceOf(name).kind === kind)
  if (names.length === 0) return null
  const without = (name: string) => settings.sources.filter((one) => one !== name)
  const showWhole = async (name: string) => {
    const others = { ...settings, sources: without(name) }
    await change(await switchSources(others, [siteOf(name)], { isOn: true, hasDays }))
  }
  return (
    <>
      <p class="legend" id={id}>
        {t('webSaved')}
      </p>
      <ul class="saved-catalogues" aria-labelledby={id}>
        {names.map((name) => {
          const problem = failing.find(({ catalogue }) => catalogue === name)?.problem
          return (
            <li key={name}>
              <bdi>{toAddressLabel(name)}</bdi>
              <button
                type="button"
                aria-label={t('webRemove', { name: toAddressLabel(name) })}
                onClick={() => change({ sources: without(name) })}
              >
                ×
              </button>
              {problem && <ReportLine report={toProblemReport(problem, name)} />}
              {problem && isListProblem(problem) && (
                <GoThere server={siteOf(name)} onClick={() => showWhole(name)} />
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
