import type { ComponentChildren } from 'preact'
import { t } from '../../platform/browser/texts.ts'
import { explain, type Problem, toHost } from '../../remote/problem.ts'
import { useId } from '../../ui/use-id.ts'

export interface Report {
  tone: 'good' | 'bad' | 'busy' | 'plain'
  text: string
  isInvalid?: true
}

export const toBad = (text: string): Report => ({ tone: 'bad', text })

export const toProblemReport = (problem: Problem, server: string): Report =>
  toBad(t('sentence', { text: explain(problem, toHost(server)) }))

export const toAsking = (server: string): Report => ({
  tone: 'busy',
  text: t('serverAsking', { host: toHost(server) }),
})

export const ReportLine = ({ id, report }: { id?: string; report: Report | undefined }) => (
  <p class="report" id={id} role="status" data-tone={report?.tone}>
    {report?.text}
  </p>
)

export const GoThere = ({ server, onClick }: { server: string; onClick: () => void }) => (
  <div class="row">
    <button type="button" onClick={onClick}>
      {t('listGoThere', { host: toHost(server) })}
    </button>
  </div>
)

interface EntryFormProps {
  label: string
  /** The kind of text that a person enters. By default, it is an address. */
  inputMode?: 'url' | 'search'
  hint?: string
  text: string
  report?: Report | undefined
  children: ComponentChildren
  onEdit(text: string): void
  onSubmit(): void
}

export const EntryForm = (props: EntryFormProps) => {
  const { label, inputMode = 'url', hint, text, report, children, onEdit, onSubmit } = props
  const id = useId()
  const submit = (event: Event) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate>
      <label class={hint ? 'legend' : 'hint'} for={id}>
        {label}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div class="row">
        <input
          id={id}
          type="text"
          dir={inputMode === 'url' ? 'ltr' : undefined}
          inputMode={inputMode}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={text}
          aria-describedby={hint ? `${id}-hint ${id}-report` : `${id}-report`}
          aria-invalid={report?.isInvalid === true}
          onInput={(event) => onEdit(event.currentTarget.value)}
        />
        {children}
      </div>
      <ReportLine id={`${id}-report`} report={report} />
    </form>
  )
}
