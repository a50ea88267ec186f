import { toRecord } from '../../../shared/unknown.ts'
import { onRequest } from '../../platform/browser/messages.ts'
import { tCase } from '../../platform/browser/texts.ts'
import { ownStore } from '../own-pictures/own-store.ts'
import { parseSourceNames, siteOf } from '../settings/source-names.ts'
import { kinds, type OpenSource, sourceOf } from './all.ts'
import { listChoices } from './choices.ts'
import { toAddressLabel } from './list-words.ts'
import { switchedOffItem } from './switch-sources.ts'

export interface Offered {
  name: string
  label: string
  /** A note for the person, or an empty text. */
  note: string
  hasDays: boolean
}

/** Answers new tabs, which do not have the code of the sources. Both requests name the chosen sources. */
export const answerTabs = (open: OpenSource): void =>
  onRequest((message) => {
    const { type, sources } = toRecord(message)
    const chosen = parseSourceNames(sources)
    if (type === 'offered') return listOffered(chosen)
    return type === 'choices' ? listChoices({ sources: chosen }, open) : undefined
  })

const listOffered = async (chosen: readonly string[]): Promise<Offered[]> => {
  const [off, pictures] = await Promise.all([
    switchedOffItem.read(),
    ownStore.list().catch(() => []),
  ])
  const ready = kinds.flatMap(({ only, needs }) =>
    only && (needs !== 'pictures' || pictures.length > 0) ? only : [],
  )
  // The server of a list is offered as a whole, too.
  return [...new Set([...ready, ...chosen, ...chosen.map(siteOf), ...off])].map(toOffered)
}

const toOffered = (name: string): Offered => {
  const { kind, only, hasDays = false } = sourceOf(name)
  const label = only ? tCase(`source_${kind}`, {}) : toAddressLabel(name)
  return { name, label, note: tCase(`sourceNote_${kind}`, {}), hasDays }
}
