import { findSimilar, groupByLength, toSearchWords, toWords } from './search-words.ts'
import type { Wallpaper } from './wallpaper.ts'

interface RowSearchHit {
  row: number
  relevance: number
}

/**
 * Searches a few thousand wallpapers with the rules of the server's search (spec §4.4). A wallpaper must match every
 * word. The last word may be incomplete, and an unknown word is replaced by similar words. If no wallpaper matches
 * every word, one matching word is enough.
 */
export const createRowSearch = (wallpapers: readonly Wallpaper[]) => {
  const weights = weighWords(wallpapers)
  const terms = [...weights].map(([word, rows]) => ({ word, count: rows.size }))
  const byLength = groupByLength(terms.filter(({ word }) => !/\d/.test(word)))

  const accept = (word: string, isLast: boolean): readonly string[] => {
    const known = weights.has(word) ? [word] : []
    const endings = isLast ? terms.filter((term) => term.word.startsWith(word)) : []
    const found = [...known, ...endings.map((term) => term.word)]
    return found.length > 0 ? found : findSimilar(word, byLength)
  }
  const score = (accepted: readonly string[]) => {
    const scores = new Map<number, number>()
    for (const word of accepted) {
      const rows = weights.get(word) ?? new Map<number, number>()
      const rarity = Math.log(1 + (wallpapers.length - rows.size + 0.5) / (rows.size + 0.5))
      for (const [row, weight] of rows)
        scores.set(row, Math.max(scores.get(row) ?? 0, weight * rarity))
    }
    return scores
  }
  return (q: string, isWanted: (row: number) => boolean = () => true): RowSearchHit[] => {
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
}

// A word counts most in the name and least in the description, as in the server's search.
const weighWords = (wallpapers: readonly Wallpaper[]) => {
  const weights = new Map<string, Map<number, number>>()
  for (const [row, { id, title, tags, category, description }] of wallpapers.entries()) {
    const fields = [
      { text: `${title} ${id}`, weight: 8 },
      { text: tags.join(' '), weight: 4 },
      { text: category, weight: 3 },
      { text: description, weight: 1 },
    ]
    for (const { text, weight } of fields)
      for (const word of new Set(toWords(text))) {
        const rows = weights.get(word) ?? new Map<number, number>()
        rows.set(row, (rows.get(row) ?? 0) + weight)
        weights.set(word, rows)
      }
  }
  return weights
}
