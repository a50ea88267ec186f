import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { requestHostAccess } from '../../platform/browser/permissions.ts'
import { t } from '../../platform/browser/texts.ts'
import { explain, toHost } from '../../remote/problem.ts'
import { parseServer } from './server-address.ts'
import { checkServer, type ServerCheck } from './server-check.ts'
import { isList } from './setting-values.ts'
import { defaultServer } from './settings.ts'
import type { UseSettings } from './use-settings.ts'

interface Report {
  tone: 'good' | 'bad' | 'busy'
  text: string
  isInvalid?: true
}

const toInvalid = (): Report => ({
  tone: 'bad',
  text: t('serverInvalid', { example: defaultServer }),
  isInvalid: true,
})

const toRefused = (server: string): Report => ({
  tone: 'bad',
  text: t('serverNotAllowed', { host: toHost(server) }),
})

export const ServerField = ({ settings, change }: UseSettings) => {
  const id = useId()
  const [text, setText] = useState(settings.server)
  const [report, setReport] = useState<Report>()
  const checks = useRef(0)
  const kept = useRef(settings.server)
  // Another settings page may have stored another server. Text typed before this first runs stays.
  useEffect(() => {
    if (kept.current !== settings.server) setText(settings.server)
    kept.current = settings.server
  }, [settings.server])

  const check = async (server: string) => {
    checks.current += 1
    const mine = checks.current
    setReport({ tone: 'busy', text: t('serverAsking', { host: toHost(server) }) })
    const result = await checkServer(server)
    // A slow answer about an earlier address must not replace a newer report.
    if (mine === checks.current) setReport(toReport(result, server))
  }
  const edit = (event: InputEvent & { currentTarget: HTMLInputElement }) => {
    checks.current += 1
    setReport(undefined)
    setText(event.currentTarget.value)
  }
  const test = () => {
    const server = parseServer(text)
    if (server) void check(server)
    else setReport(toInvalid())
  }
  const save = async (event: Event) => {
    event.preventDefault()
    const server = parseServer(text)
    if (!server) return setReport(toInvalid())
    // The browser asks for access only in direct response to a click, so this comes before any wait.
    if (!(await requestHostAccess(server))) return setReport(toRefused(server))
    setText(server)
    // A username is valid at one server only.
    const isElsewhere = server !== settings.server && isList(settings.source)
    await change({ server, ...(isElsewhere && { source: 'all' }) })
    await check(server)
  }

  return (
    <form class="group" onSubmit={save} noValidate>
      <label class="legend" for={id}>
        {t('server')}
      </label>
      <p class="hint" id={`${id}-hint`}>
        {t('serverHint')}
      </p>
      <div class="row">
        <input
          id={id}
          type="text"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          value={text}
          aria-describedby={`${id}-hint ${id}-report`}
          aria-invalid={report?.isInvalid === true}
          onInput={edit}
        />
        <button type="submit" class="primary">
          {t('serverSave')}
        </button>
        <button type="button" onClick={test}>
          {t('serverTest')}
        </button>
      </div>
      <p class="report" id={`${id}-report`} role="status" data-tone={report?.tone}>
        {report?.text}
      </p>
    </form>
  )
}

const toReport = (check: ServerCheck, server: string): Report => {
  if (check.kind === 'problem') {
    return { tone: 'bad', text: t('sentence', { text: explain(check.problem, toHost(server)) }) }
  }
  const { name, version } = check.instance
  return { tone: 'good', text: t('serverConnected', { name, version }) }
}
