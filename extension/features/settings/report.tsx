import { t } from '../../platform/browser/texts.ts'
import { explain, type Problem, toHost } from '../../remote/problem.ts'

export interface Report {
  tone: 'good' | 'bad' | 'busy'
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
