import { t } from '../../platform/browser/texts.ts'
import { explain, isListProblem, type Problem, toHost } from '../../remote/problem.ts'
import type { Current } from './deck.ts'

export interface NoticeInput {
  shown: Current['source']
  /** Host of the server, as the person knows it. */
  host: string
  problem: Problem | null
  /** Whether the server was ever asked with these settings. */
  wasAsked: boolean
  /** How many wallpapers wait for the next tabs. */
  waiting: number
}

/** The one line that says why it is not what the person chose that is shown; `undefined` when it is. */
export const toNotice = (input: NoticeInput): string | undefined => {
  if (input.shown === 'catalogue') {
    if (!isListProblem(input.problem)) return
    return t('noticeOthers', { why: explain(input.problem, input.host) })
  }
  // On a full disk even taking one may fail: it has to be written down who has it.
  if (input.waiting > 0 && input.problem?.kind !== 'storage-full') return t('noticeHere')
  if (input.problem) return t('noticeBuiltIn', { why: explain(input.problem, input.host) })
  if (!input.wasAsked) return t('noticeFirst')
  return t('noticeMore')
}

/**
 * Why there is no heart on a wallpaper of another server than `server`, which has the favorites:
 * it would come to a list where nobody knows its id. `undefined` when there is a heart.
 */
export const toStrangerNotice = (
  shown: Current | undefined,
  server: string,
): string | undefined => {
  if (shown?.source !== 'catalogue' || shown.wallpaper.server === server) return
  return t('noticeStranger', { from: toHost(shown.wallpaper.server), to: toHost(server) })
}
