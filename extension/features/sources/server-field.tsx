import { useEffect, useRef, useState } from 'preact/hooks'
import { requestHostAccess } from '../../platform/browser/permissions.ts'
import { t } from '../../platform/browser/texts.ts'
import { getInstance } from '../../remote/connect.ts'
import { problemOf, toHost } from '../../remote/problem.ts'
import { EntryForm, type Report, toAsking, toBad, toProblemReport } from '../settings/report.tsx'
import { parseServer } from '../settings/server-address.ts'
import { firstServer } from '../settings/source-names.ts'
import type { UseSettings } from '../settings/use-settings.ts'
import { wholeServerIn, withServer } from './chosen.ts'

export const ServerField = ({ settings, change }: UseSettings) => {
  const current = wholeServerIn(settings) ?? ''
  const [text, setText] = useState(current)
  const [report, setReport] = useState<Report>()
  const checks = useRef(0)
  const previous = useRef(current)
  // If another settings page stores another server, its address replaces the text in the field. Text that the
  // person typed before the field was ready stays.
  useEffect(() => {
    if (previous.current !== current) setText(current)
    previous.current = current
  }, [current])

  const check = async (server: string) => {
    checks.current += 1
    const mine = checks.current
    setReport(toAsking(server))
    const checked = await getInstance(server).then(
      ({ name, version }): Report => ({
        tone: 'good',
        text: t('serverConnected', { name, version }),
      }),
      (error) => toProblemReport(problemOf(error), server),
    )
    // A slow answer about an earlier address must not replace the report about a newer one.
    if (mine === checks.current) setReport(checked)
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
    await change({ sources: withServer(settings, server) })
    await check(server)
  }

  return (
    <EntryForm
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
    </EntryForm>
  )
}
