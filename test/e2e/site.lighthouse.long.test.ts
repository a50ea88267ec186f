import { describe, expect, it } from 'vitest'
import { lighthousePages, measurePages } from '../tools/lighthouse.ts'

describe('Lighthouse', () => {
  it('gives every page at least 95 in every category', { timeout: 1_800_000 }, async () => {
    const scores = await measurePages(console.log)
    expect(Object.keys(scores)).toHaveLength(lighthousePages.length * 2)
    const low = Object.entries(scores).flatMap(([page, categories]) =>
      Object.entries(categories)
        .filter(([, score]) => score < 95)
        .map(([category, score]) => `${page}: ${category} ${score}`),
    )
    expect(low).toEqual([])
  })
})
