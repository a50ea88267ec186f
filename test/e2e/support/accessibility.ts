import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'
import type { TestTab } from './test-browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: { html: string }[]
}
declare const window: { axe: { run(): Promise<{ violations: Violation[] }> } }

export const listViolations = async (page: TestTab | Page): Promise<string[]> => {
  const tab = page as TestTab
  await tab.evaluate(`void (() => { ${axe} })()`)
  const violations = await tab.evaluate<Violation[], []>(
    async () => (await window.axe.run()).violations,
  )
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`)
}
