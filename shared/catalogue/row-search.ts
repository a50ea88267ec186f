import { pickFilters } from '../filters.ts'
import type { Search } from './answers.ts'
import type { Random } from './draw.ts'
import type { RowCatalogue } from './row-catalogue.ts'
import { findSimilar, groupByLength, toSearchWords, toWords } from './search-words.ts'
import { listSorted, toPool } from './select.ts'
import type { Wallpaper } from './wallpaper.ts'

type SearchedWallpaper = Pick<Wallpaper, 'id' | 'title' | 'tags' | 'category' | 'description'>

export const createSearchOf = (catalogue: RowCatalogue, random: Random): Search => {
  const { size, at, idAt, pool } = catalogue
  const index = createSearchIndex()
  for (let row = 0; row < size; row++) index.add(row, at(row))
  const search: Search['search'] = async (request) => {
    const hits = index.search(request.q, pool(pickFilters(request)).has)
    const found = toPool(hits.map(({ row }) => row))
    const relevances = new Map(hits.map(({ row, relevance }) => [row, relevance]))
    const rows = listSorted(catalogue, found, { ...request, random })
    return {
      total: found.size,
      hits: rows.map((row) => ({ id: idAt(row), relevance: relevances.get(row) ?? 0 })),
    }
  }
  return { search }
}

/** The rows that contain a word, in ascending order, and how much the word counts in each. */
interface Occurrences {
  rows: number[]
  weights: number[]
}

/**
 * Searches wallpapers with the rules of the server's search. A wallpaper must match every word. The last word
 * may be incomplete, and an unknown word is replaced by similar words. If no wallpaper matches every word, one matching
 * word is enough.
 */
export const createSearchIndex = () => {
  const occurrences = new Map<string, Occurrences>()
  let size = 0
  let vocabulary: ReturnType<typeof listTerms> | undefined

  // A word counts most in the name and least in the description, as in the server's search.
  const add = (row: number, { id, title, tags, category, description }: SearchedWallpaper) => {
    const fields = [
      { text: `${title} ${id}`, weight: 8 },
      { text: tags.join(' '), weight: 4 },
      { text: category, weight: 3 },
      { text: description, weight: 1 },
    ]
    for (const { text, weight } of fields)
      for (const word of new Set(toWords(text))) {
        const found = occurrences.get(word) ?? { rows: [], weights: [] }
        const last = found.rows.length - 1
        if (found.rows[last] === row) found.weights[last] = (found.weights[last] ?? 0) + weight
        else {
          found.rows.push(row)
          found.weights.push(weight)
        }
        occurrences.set(word, found)
      }
    size++
    vocabulary = undefined
  }

  const accept = (word: string, isLast: boolean): readonly string[] => {
    vocabulary ??= listTerms(occurrences)
    const known = occurrences.has(word) ? [word] : []
    const endings = isLast ? vocabulary.terms.filter((term) => term.word.startsWith(word)) : []
    const found = [...known, ...endings.map((term) => term.word)]
    return found.length > 0 ? found : findSimilar(word, vocabulary.byLength)
  }
  const score = (accepted: readonly string[]) => {
    const scores = new Map<number, number>()
    for (const word of accepted) {
      const { rows, weights } = occurrences.get(word) ?? { rows: [], weights: [] }
      const rarity = Math.log(1 + (size - rows.length + 0.5) / (rows.length + 0.5))
      for (const [at, row] of rows.entries())
        scores.set(row, Math.max(scores.get(row) ?? 0, (weights[at] ?? 0) * rarity))
    }
    return scores
  }
  const search = (q: string, isWanted: (row: number) => boolean = () => true) => {
    const words = toSearchWords(q)
    const scores = words.map((word, at) => score(accept(word, at === words.length - 1)))
    const candidates = [...new Set(scores.flatMap((each) => [...each.keys()]))].filter(isWanted)
    const whole = candidates.filter((row) => scores.every((each) => each.has(row)))
    return (whole.length > 0 ? whole : candidates)
      .map((row) => {
        const sum = scores.reduce((total, each) => total + (each.get(row) ?? 0), 0)
        const mean = sum / words.length
        return { row, relevance: mean / (mean + 2) }
      })
      .sort((a, b) => b.relevance - a.relevance || a.row - b.row)
  }
  return { add, search }
}

const listTerms = (occurrences: ReadonlyMap<string, Occurrences>) => {
  const terms = [...occurrences].map(([word, { rows }]) => ({ word, count: rows.length }))
  return { terms, byLength: groupByLength(terms.filter(({ word }) => !/\d/.test(word))) }
}
