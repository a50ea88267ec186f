import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { type NotStored, type Problem, problemOf } from '../../remote/problem.ts'
import { type OpenSource, sourceOf } from '../sources/all.ts'
import { listUsed } from '../sources/chosen.ts'
import type { FoundWallpapers } from '../sources/source.ts'

const mostShown = 12

export type FoundWallpaper = WallpaperDetail & { catalogue: string }

export interface SearchAnswer {
  total: number
  wallpapers: FoundWallpaper[]
  failed: { catalogue: string; problem: Problem | NotStored }[]
}

export const listSearched = (sources: readonly string[]) =>
  listUsed({ sources }).filter((name) => sourceOf(name).hasSearch)

/** Searches all these sources. If some fail, the results of the others are still returned. */
export const createSearch =
  (open: OpenSource) =>
  async (names: readonly string[], q: string): Promise<SearchAnswer> => {
    const searchOne = async (name: string): Promise<FoundWallpapers | NotStored> =>
      (await (await open(name)).search?.({ name, q, limit: mostShown })) ?? { kind: 'not-stored' }
    const answers = await Promise.all(
      names.map(async (catalogue) => {
        const answer = await searchOne(catalogue).catch(problemOf)
        return 'kind' in answer ? { catalogue, problem: answer } : { catalogue, ...answer }
      }),
    )
    const found = answers.filter((answer) => answer.problem === undefined)
    return {
      total: found.reduce((sum, { total }) => sum + total, 0),
      wallpapers: takeTurns(
        found.map(({ catalogue, wallpapers }) =>
          wallpapers.map((wallpaper) => ({ ...wallpaper, catalogue })),
        ),
      ).slice(0, mostShown),
      failed: answers.filter((answer) => answer.problem !== undefined),
    }
  }

// Relevance cannot be compared between sources, so the best match of each source comes first, then the second best.
const takeTurns = <T>(lists: readonly (readonly T[])[]): T[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  )
}
