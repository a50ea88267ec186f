import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll } from 'vitest'
import type { TestTab } from './test-browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: { html: string }[]
}
interface Summary {
  version: string
  violations: Violation[]
  passes: number
}
interface Results {
  violations: Violation[]
  passes: unknown[]
}
declare const window: { axe: { version: string; run(): Promise<Results> } }

const seen = { version: '', runs: 0, passes: 0, violations: 0 }
afterAll(() => {
  const { version, runs, passes, violations } = seen
  if (runs > 0)
    console.log(`axe-core ${version}: ${runs} pages, ${passes} rules met, ${violations} broken`)
})

/** Runs axe-core in the tab. Returns one line for each accessibility rule that the page breaks. */
export const listViolations = async (tab: TestTab): Promise<string[]> => {
  await tab.evaluate(`void (() => { ${axe} })()`)
  const { version, violations, passes } = await tab.evaluate<Summary, []>(async () => {
    const { violations, passes } = await window.axe.run()
    return { version: window.axe.version, violations, passes: passes.length }
  })
  seen.version = version
  seen.runs += 1
  seen.passes += passes
  seen.violations += violations.length
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`)
}
