import { createSearchIndex } from '../../../shared/catalogue/row-search.ts'
import type { Wallpaper } from '../../../shared/catalogue/wallpaper.ts'
import type { WallpaperDetail } from '../../../shared/wallpaper.ts'
import { type PictureWorker, startWorker } from '../../platform/browser/picture-worker.ts'
import { connect } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import { type NotStored, type Problem, problemOf } from '../../remote/problem.ts'
import { type OwnPicture, toOwnDetail, toWallpaper } from '../own-pictures/own-picture.ts'
import { ownStore } from '../own-pictures/own-store.ts'
import { builtIn, commons, kindOf, own } from '../settings/catalogues.ts'
import { parseCatalogueAddress } from '../web-catalogue/address.ts'
import type { CatalogueQuery, FoundWallpapers } from '../web-catalogue/search-catalogue.ts'

const deadlineMs = 10_000
const mostShown = 12

export type FoundWallpaper = WallpaperDetail & { catalogue: string }

export interface SearchAnswer {
  total: number
  wallpapers: FoundWallpaper[]
  /** The catalogues that could not be searched. */
  failed: { catalogue: string; problem: Problem | NotStored }[]
}

interface SearchDeps {
  listOwn(): Promise<readonly OwnPicture[]>
  /** Searches a stored catalogue on the web. Resolves with `undefined` if it is not stored. */
  searchWeb(catalogue: string, q: string): Promise<FoundWallpapers | undefined>
  fetch?: Fetch
}

/** The catalogues that can be searched. The built-in pictures are too few, and Commons has subjects instead. */
export const listSearched = (catalogues: readonly string[]) =>
  catalogues.filter((name) => name !== builtIn && name !== commons)

/** Searches all these catalogues. If some fail, the results of the others are still returned. */
export const createSearch =
  ({ listOwn, searchWeb, fetch }: SearchDeps) =>
  async (catalogues: readonly string[], q: string): Promise<SearchAnswer> => {
    const searchOne = async (catalogue: string): Promise<FoundWallpapers | NotStored> => {
      if (catalogue === own) return searchOwn((await listOwn()).map(toWallpaper), q)
      if (kindOf(catalogue) === 'server') return searchServer(catalogue, q, fetch)
      return (await searchWeb(catalogue, q)) ?? { kind: 'not-stored' }
    }
    const answers = await Promise.all(
      catalogues.map(async (catalogue) => {
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

const searchOwn = (wallpapers: readonly Wallpaper[], q: string): FoundWallpapers => {
  const index = createSearchIndex()
  for (const [row, wallpaper] of wallpapers.entries()) index.add(row, wallpaper)
  const hits = index.search(q)
  const found = hits.slice(0, mostShown).flatMap(({ row }) => wallpapers[row] ?? [])
  return { total: hits.length, wallpapers: found.map(toOwnDetail) }
}

const searchServer = async (server: string, q: string, fetch?: Fetch): Promise<FoundWallpapers> => {
  const client = connect(server, { fetch, deadlineMs })
  const query = { q, limit: mostShown, include: 'details' } as const
  const { total, items = [] } = await client.searchWallpapers(query)
  return { total, wallpapers: items }
}

// Relevance cannot be compared between catalogues, so the best matches of each come first.
const takeTurns = <T>(lists: readonly (readonly T[])[]): T[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => at).flatMap((at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  )
}

/** The search of a page. It reads catalogues on the web in a worker, which starts with the first search. */
export const createSearchOfPage = () => {
  let worker: PictureWorker<CatalogueQuery, FoundWallpapers | undefined> | undefined
  const searchWeb = async (catalogue: string, q: string) => {
    const [place] = parseCatalogueAddress(catalogue)
    if (!place) return
    worker ??= startWorker('/search-worker.js')
    return worker.run({ catalogue: place.name, index: place.index, q, limit: mostShown })
  }
  return createSearch({ listOwn: ownStore.list, searchWeb })
}
