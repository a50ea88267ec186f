import { useRef, useState } from 'preact/hooks'
import { requestHostAccess } from '../../../platform/browser/permissions.ts'
import { t, tCase, tCount } from '../../../platform/browser/texts.ts'
import { type Problem, problemOf, toHost } from '../../../remote/problem.ts'
import { useId } from '../../../ui/use-id.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { SkippedList } from '../../own-pictures/import-panel.tsx'
import {
  EntryForm,
  type Report,
  ReportLine,
  toAsking,
  toBad,
  toProblemReport,
} from '../../settings/report.tsx'
import type { UseSettings } from '../../settings/use-settings.ts'
import { type OpenSource, sourceOf } from '../all.ts'
import type { CataloguePreview } from '../source.ts'
import { NoCorsError } from './fetch-catalogue.ts'
import { listSkipped, skippedItem } from './skipped-pictures.ts'

type SavedProps = Pick<UseSettings, 'settings' | 'change'> & {
  kind: string
  failing: readonly { catalogue: string; problem: Problem }[]
}

type WebFieldProps = SavedProps & { example: string; open: OpenSource }

/** Shows three pictures of a catalogue on the web before the person saves it, and lists the saved ones. */
export const WebField = ({ open, example, ...saved }: WebFieldProps) => {
  const { settings, change, kind } = saved
  const [text, setText] = useState('')
  const [report, setReport] = useState<Report>()
  const [found, setFound] = useState<CataloguePreview>()
  /** A site that the extension may read only with the person's permission. */
  const [locked, setLocked] = useState<string>()
  const looks = useRef(0)

  // A later look discards the result of an earlier one.
  const startLook = (next?: Report) => {
    looks.current += 1
    setReport(next)
    setFound(undefined)
    setLocked(undefined)
    return looks.current
  }
  const look = async () => {
    const typed = text.trim()
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
      setReport(toProblemReport(problemOf(error), origin ?? typed))
      setLocked(origin)
    }
  }
  const allow = async (origin: string) => {
    // The browser asks for access only in direct response to a click, so the request comes before any wait.
    if (await requestHostAccess(origin)) return look()
    setReport(toBad(t('webNotAllowed', { host: toHost(origin) })))
  }
  const save = async (name: string) => {
    const others = settings.sources.filter((one) => one !== name)
    await change({ sources: [...others, name] })
    setText('')
    startLook({ tone: 'good', text: t('webUsed', { name: toHost(name) }) })
  }

  return (
    <div class="group web">
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
      {locked && (
        <div class="row">
          <button type="button" class="primary" onClick={() => allow(locked)}>
            {t('webAllow', { host: toHost(locked) })}
          </button>
        </div>
      )}
      {found && <Preview {...found} save={() => save(found.name)} />}
      <SavedCatalogues {...saved} />
    </div>
  )
}

const Preview = ({
  name,
  count,
  skipped,
  isPartial,
  wallpapers,
  save,
}: CataloguePreview & { save: () => void }) => (
  <div class="found">
    <p role="status">{tCount('webPreview', count, { name: toHost(name) })}</p>
    {isPartial && <p class="hint">{t('webPartial')}</p>}
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
    <button type="button" class="primary" onClick={save}>
      {t('webUse')}
    </button>
  </div>
)

const SavedCatalogues = ({ settings, change, kind, failing }: SavedProps) => {
  const id = useId()
  const skipped = useLoaded(skippedItem.read, [], skippedItem.onChange) ?? []
  const names = settings.sources.filter((name) => sourceOf(name).kind === kind)
  if (names.length === 0) return null
  return (
    <>
      <p class="legend" id={id}>
        {t('webSaved')}
      </p>
      <ul class="saved-catalogues" aria-labelledby={id}>
        {names.map((name) => {
          const problem = failing.find(({ catalogue }) => catalogue === name)?.problem
          const unusable = listSkipped(skipped, name, Date.now())
          return (
            <li key={name}>
              <bdi>{toHost(name)}</bdi>
              <button
                type="button"
                aria-label={t('webRemove', { name: toHost(name) })}
                onClick={() => change({ sources: settings.sources.filter((one) => one !== name) })}
              >
                ×
              </button>
              {problem && <ReportLine report={toProblemReport(problem, name)} />}
              <SkippedList
                title={tCount('ownSkipped', unusable.length)}
                skipped={unusable.map(({ id: file, reason }) => ({ name: file, reason }))}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}
