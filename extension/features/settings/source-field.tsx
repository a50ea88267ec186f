import { useEffect, useId, useState } from 'preact/hooks'
import { requestHostAccess } from '../../platform/browser/permissions.ts'
import { t, tCount } from '../../platform/browser/texts.ts'
import { explain, toHost } from '../../remote/problem.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { parseShareLink, type ShareLink } from './server-address.ts'
import { checkList, type ListCheck } from './server-check.ts'
import { isList } from './setting-values.ts'
import type { UseSettings } from './use-settings.ts'

const kinds = ['all', 'favorites', 'list'] as const
const labels = { all: 'sourceAll', favorites: 'sourceFavorites', list: 'sourceList' } as const

type SourceFieldProps = UseSettings & { hasFavorites: boolean }

export const SourceField = ({ hasFavorites, ...props }: SourceFieldProps) => {
  const { settings, change } = props
  // The choice of another user's list is stored only together with a username.
  const [isNaming, setNaming] = useState(false)
  const kept = isList(settings.source) ? 'list' : settings.source
  const choose = (kind: (typeof kinds)[number]) => {
    setNaming(kind === 'list')
    if (kind !== 'list') change({ source: kind })
  }
  const isOfList = isNaming || kept === 'list'
  return (
    <div class="group">
      <ChoiceGroup
        legend={t('sourceWhich')}
        choices={kinds.map((value) => ({ value, label: t(labels[value]) }))}
        value={isOfList ? 'list' : kept}
        onChange={choose}
      />
      {!isOfList && kept === 'favorites' && (
        <p class="hint below">{t(hasFavorites ? 'sourceFavoritesHint' : 'sourceFavoritesNone')}</p>
      )}
      {isOfList && <ListField key={settings.server} {...props} />}
    </div>
  )
}

interface Report {
  tone: 'good' | 'bad' | 'busy'
  text: string
  isInvalid?: true
  elsewhere?: ShareLink
}

const ListField = ({ settings, change }: UseSettings) => {
  const id = useId()
  const [text, setText] = useState(isList(settings.source) ? settings.source : '')
  const [report, setReport] = useState<Report>()

  const look = async (link: ShareLink): Promise<ListCheck> => {
    setReport({ tone: 'busy', text: t('serverAsking', { host: toHost(link.server) }) })
    const check = await checkList(link)
    setReport(toReport(check, link.server))
    return check
  }
  const use = async (link: ShareLink) => {
    const check = await look(link)
    // An unknown username is probably misspelled. Any other problem may be gone later.
    if (check.kind === 'problem' && check.problem.kind === 'no-list') return
    await change({ server: link.server, source: `@${link.username}` })
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const link = parseShareLink(text, settings.server)
    if (!link) return setReport({ tone: 'bad', text: t('listInvalid'), isInvalid: true })
    if (link.server !== settings.server) return setReport(toElsewhere(link, settings.server))
    setText(`@${link.username}`)
    return use(link)
  }
  const goThere = async (link: ShareLink) => {
    // The browser asks for access only in direct response to a click, so this comes before any wait.
    await requestHostAccess(link.server)
    await use(link)
  }
  useEffect(() => {
    if (isList(settings.source))
      void look({ server: settings.server, username: settings.source.slice(1) })
  }, [])

  return (
    <form class="list" onSubmit={submit} noValidate>
      <label class="hint" for={id}>
        {t('listHint')}
      </label>
      <div class="row">
        <input
          id={id}
          type="text"
          dir="ltr"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={text}
          aria-describedby={`${id}-report`}
          aria-invalid={report?.isInvalid === true}
          onInput={(event) => {
            setReport(undefined)
            setText(event.currentTarget.value)
          }}
        />
        <button type="submit">{t('listUse')}</button>
      </div>
      <p class="report" id={`${id}-report`} role="status" data-tone={report?.tone}>
        {report?.text}
      </p>
      <Elsewhere link={report?.elsewhere} onClick={goThere} />
    </form>
  )
}

interface ElsewhereProps {
  link: ShareLink | undefined
  onClick: (link: ShareLink) => void
}

const Elsewhere = ({ link, onClick }: ElsewhereProps) =>
  link ? (
    <div class="row">
      <button type="button" onClick={() => onClick(link)}>
        {t('listGoThere', { host: toHost(link.server) })}
      </button>
    </div>
  ) : null

const toElsewhere = (link: ShareLink, here: string): Report => ({
  tone: 'bad',
  text: t('listElsewhere', { here: toHost(here), there: toHost(link.server) }),
  elsewhere: link,
})

const toReport = (check: ListCheck, server: string): Report =>
  check.kind === 'problem'
    ? { tone: 'bad', text: t('sentence', { text: explain(check.problem, toHost(server)) }) }
    : { tone: 'good', text: tCount('listFound', check.count, { name: check.name }) }
