import { countOf } from '../program.ts'

export interface Finding {
  level: 'ok' | 'warning' | 'problem'
  /** The setting or the thing that was checked. */
  about: string
  text: string
  /** The remedy for a warning or a problem, if `text` does not say it. */
  advice?: string | undefined
}

const createFinding =
  (level: Finding['level']) =>
  (about: string, text: string, advice?: string): Finding => ({ level, about, text, advice })

export const ok = createFinding('ok')
export const warning = createFinding('warning')
export const problem = createFinding('problem')

export const isProblem = ({ level }: Finding): boolean => level === 'problem'

export const describeFindings = (findings: readonly Finding[]): string[] => {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const lines = findings.flatMap(({ level, about, text, advice }) => [
    `${level.padEnd(7)}  ${about.padEnd(width)}  ${text}`,
    ...(advice === undefined ? [] : [`${''.padEnd(width + 11)}What to do: ${advice}`]),
  ])
  const problems = findings.filter(isProblem).length
  return [
    ...lines,
    '',
    problems === 0 ? 'No problem was found.' : `${countOf(problems, 'problem')}.`,
  ]
}
