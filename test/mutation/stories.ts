import { describe, expect, it } from 'vitest'
import { installGlobals } from '../simulation/globals.ts'

installGlobals()
const { inTurn } = await import('../simulation/kernel.ts')
const { runScenario } = await import('../simulation/run.ts')
const { stories } = await import('../simulation/stories.ts')

// `npm run simulate` tries each story with more seeds.
const seeds = 3

describe('the story of', () => {
  it.each(stories)('$title', async ({ scenario, accounts }) => {
    for (let seed = 1; seed <= seeds; seed++) {
      const outcome = await inTurn(() => runScenario(scenario, seed))
      expect(outcome.violations).toEqual([])
      for (const [name, favorites] of Object.entries(accounts))
        expect(outcome.accounts[name]?.toSorted()).toEqual(favorites)
    }
  })
})
