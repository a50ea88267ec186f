import { useId, useState } from 'preact/hooks'
import { requestHostAccess } from '../../platform/host-access.ts'
import { explain, toHost } from '../wallpaper/notice.ts'
import { checkServer, type ServerCheck } from './server-check.ts'
import { DEFAULT_SERVER, parseServer } from './settings.ts'
import type { UseSettings } from './use-settings.ts'

type Report = { tone: 'good' | 'bad' | 'busy'; text: string }

const INVALID: Report = {
  tone: 'bad',
  text: `That is no address of a server. It looks like ${DEFAULT_SERVER}`,
}

/** Where wallpapers come from. It is kept by its button only: half an address is no server. */
export const ServerField = ({ settings, change }: UseSettings) => {
  const id = useId()
  const [text, setText] = useState(settings.server)
  const [report, setReport] = useState<Report>()

  const check = async (server: string) => {
    setReport({ tone: 'busy', text: `Asking ${toHost(server)} …` })
    setReport(toReport(await checkServer(server), server))
  }
  const test = () => {
    const server = parseServer(text)
    if (server) check(server)
    else setReport(INVALID)
  }
  const save = async (event: Event) => {
    event.preventDefault()
    const server = parseServer(text)
    if (!server) return setReport(INVALID)
    // First of all: the browser shows its question only in direct answer to the click.
    await requestHostAccess(server)
    setText(server)
    await change({ server })
    await check(server)
  }

  return (
    <form class="group" onSubmit={save} noValidate>
      <label class="legend" for={id}>
        Server
      </label>
      <p class="hint" id={`${id}-hint`}>
        Where wallpapers come from. The address of a Fresco server: your own, or one you were told.
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
          aria-invalid={report === INVALID}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="primary">
          Save
        </button>
        <button type="button" onClick={test}>
          Test connection
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
    return { tone: 'bad', text: `${explain(check.problem, toHost(server))}.` }
  }
  const { name, version } = check.instance
  return { tone: 'good', text: `Connected to ${name} ${version}.` }
}
