import { isListProblem, type Problem, type ProblemKind, problemOf } from '../../remote/problem.ts'
import type { Settings } from '../settings/settings.ts'
import { serverIn } from '../sources/chosen.ts'
import { startStatus } from './fetch-status.ts'
import { type Filling, fillFrom, startProgress } from './fill.ts'
import { type Goal, toRequest } from './goals.ts'

// How many stored favorites wait in the deck while no new wallpapers can be fetched.
const mostStandIns = 2

// Stand-ins do not help against these problems, because the catalogue answered or the disk is full.
const withoutHelp: ReadonlySet<ProblemKind> = new Set(['no-match', 'no-dark', 'storage-full'])

/**
 * Adds stored favorites, which `filling.catalogue` finds, to an almost empty deck while the catalogues cannot be reached. The
 * first wallpaper that is fetched later replaces them, because their `filters` differ from those of the settings.
 */
export const addStandIns = async (
  filling: Filling,
  wanted: Goal,
  problem: Problem | null,
): Promise<void> => {
  if (!problem || isListProblem(problem) || withoutHelp.has(problem.kind)) return
  if (wanted.settings.list === 'favorites') return
  const settings: Settings = { ...wanted.settings, list: 'favorites' }
  const target = Math.min(mostStandIns, wanted.target)
  const request = toRequest({ ...wanted, settings, target }, serverIn(settings) ?? '')
  const progress = startProgress(startStatus(''))
  await fillFrom({ ...filling, progress }, request).catch(problemOf)
}
