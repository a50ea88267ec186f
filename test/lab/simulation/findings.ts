import { useKernel } from './globals.ts'
import { createKernel } from './kernel.ts'
import { tellTime } from './tell.ts'

export interface Findings {
  /** The first five. */
  violations: { rule: string; text: string }[]
  /** What happened, a line for each event. */
  told: string[]
  /** How often each step and each fault happened. */
  reached: Map<string, number>
}

export interface Outcome extends Findings {
  events: number
}

/** Starts simulated time at zero for all processes, and returns functions that record what happens. */
export const startRun = () => {
  const findings: Findings = { violations: [], told: [], reached: new Map() }
  const { violations, told, reached } = findings
  const kernel = createKernel((error) => violate('E', String(error)))
  useKernel(kernel)
  const note = (text: string) => {
    told.push(`${tellTime(kernel.now())}  ${text}`)
  }
  const reach = (name: string) => {
    reached.set(name, (reached.get(name) ?? 0) + 1)
  }
  const violate = (rule: string, text: string) => {
    if (violations.length < 5) violations.push({ rule, text })
    note(`VIOLATION of ${rule}: ${text}`)
  }
  return { kernel, findings, note, reach, violate }
}
