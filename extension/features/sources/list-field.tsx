import { useEffect, useRef, useState } from 'preact/hooks'
import { requestHostAccess } from '../../platform/browser/permissions.ts'
import { t, tCount } from '../../platform/browser/texts.ts'
import { toHost } from '../../remote/problem.ts'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import {
  EntryForm,
  GoThere,
  type Report,
  toAsking,
  toBad,
  toProblemReport,
} from '../settings/report.tsx'
import { parseShareLink, type ShareLink } from '../settings/server-address.ts'
import { isUserList } from '../settings/setting-values.ts'
import type { UseSettings } from '../settings/use-settings.ts'
import { serverIn, withServer } from './chosen.ts'
import { checkList } from './server-check.ts'

const listChoices = ['all', 'favorites', 'other'] as const
const labels = { all: 'listAll', favorites: 'listFavorites', other: 'listOther' } as const

export const ListChoice = ({ hasFavorites, ...props }: UseSettings & { hasFavorites: boolean }) => {
  const { settings, change } = props
  const server = serverIn(settings)
  // True while the person has chosen "Someone's favorites" without a username. Only both together are stored.
  const [isNaming, setNaming] = useState(false)
  const stored = isUserList(settings.list) ? 'other' : settings.list
  const choose = (choice: (typeof listChoices)[number]) => {
    setNaming(choice === 'other')
    if (choice !== 'other') change({ list: choice })
  }
  const isOfList = server !== undefined && (isNaming || stored === 'other')
  return (
    <div class="group">
      <ChoiceGroup
        legend={t('listWhich')}
        choices={listChoices
          .filter((choice) => choice !== 'other' || server)
          .map((value) => ({ value, label: t(labels[value]) }))}
        value={isOfList ? 'other' : stored === 'favorites' ? stored : 'all'}
        onChange={choose}
      />
      {!isOfList && stored === 'favorites' && (
        <p class="hint below">{t(hasFavorites ? 'listFavoritesHint' : 'listFavoritesNone')}</p>
      )}
      {isOfList && <ListField key={server} {...props} server={server} />}
    </div>
  )
}

const ListField = ({ settings, change, server }: UseSettings & { server: string }) => {
  const [text, setText] = useState(isUserList(settings.list) ? settings.list : '')
  const [report, setReport] = useState<Report & { elsewhere?: ShareLink }>()
  const asked = useRef<ShareLink | undefined>(undefined)

  const look = async (link: ShareLink) => {
    asked.current = link
    setReport(toAsking(link.server))
    const check = await checkList(link)
    // A slow answer about an earlier list must not replace the report about a newer one.
    if (asked.current !== link) return
    setReport(
      check.kind === 'problem'
        ? toProblemReport(check.problem, link.server)
        : { tone: 'good', text: tCount('listFound', check.count, { name: check.name }) },
    )
    return check
  }
  const use = async (link: ShareLink) => {
    const check = await look(link)
    // A username that its server does not know is not saved. Any other problem may be temporary.
    if (!check || (check.kind === 'problem' && check.problem.kind === 'no-list')) return
    const sources = withServer(settings, link.server)
    await change({ sources, list: `@${link.username}` })
  }
  const submit = () => {
    const link = parseShareLink(text, server)
    if (!link) return setReport({ ...toBad(t('listInvalid')), isInvalid: true })
    if (link.server !== server) {
      const hosts = { here: toHost(server), there: toHost(link.server) }
      return setReport({ ...toBad(t('listElsewhere', hosts)), elsewhere: link })
    }
    setText(`@${link.username}`)
    void use(link)
  }
  const goThere = async (link: ShareLink) => {
    // The browser asks for access only in direct response to a click, so the request comes before any wait.
    await requestHostAccess(link.server)
    await use(link)
  }
  useEffect(() => {
    if (isUserList(settings.list)) void look({ server, username: settings.list.slice(1) })
  }, [])

  const elsewhere = report?.elsewhere
  return (
    <div class="list">
      <EntryForm
        label={t('listHint')}
        text={text}
        report={report}
        onEdit={(typed) => {
          asked.current = undefined
          setReport(undefined)
          setText(typed)
        }}
        onSubmit={submit}
      >
        <button type="submit">{t('listUse')}</button>
      </EntryForm>
      {elsewhere && <GoThere server={elsewhere.server} onClick={() => goThere(elsewhere)} />}
    </div>
  )
}
