import { decodePart } from '../../../shared/ids.ts'
import { countOf } from '../program.ts'

/** What one check found. */
export interface Finding {
  level: 'ok' | 'warning' | 'problem'
  /** The setting or the thing that was checked. */
  about: string
  text: string
  /** What to do about a warning or a problem. */
  advice?: string
}

export const ok = (about: string, text: string): Finding => ({ level: 'ok', about, text })

const createFinding =
  (level: Finding['level']) =>
  (about: string, text: string, advice: string): Finding => ({ level, about, text, advice })

export const warning = createFinding('warning')
export const problem = createFinding('problem')

export const isProblem = ({ level }: Finding): boolean => level === 'problem'

export const describeFindings = (findings: readonly Finding[]): string[] => {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const lines = findings.flatMap(({ level, about, text, advice }) => [
    `${level.padEnd(7)}  ${about.padEnd(width)}  ${text}`,
    ...(advice === undefined ? [] : [`${''.padEnd(width + 11)}What to do: ${advice}`]),
  ])
  return [...lines, '', summarize(findings)]
}

const summarize = (findings: readonly Finding[]): string => {
  const problems = findings.filter(isProblem).length
  const warnings = findings.filter(({ level }) => level === 'warning').length
  if (problems + warnings === 0) return 'Everything is fine.'
  const parts = [countOf(problems, 'problem'), countOf(warnings, 'warning')]
  return `${parts.filter((part) => !part.startsWith('0')).join(' and ')}. Run this again after a change.`
}

/**
 * Replaces secrets in the message of a service, because a database may quote an address with its password. Do not use it on
 * doctor's own sentences: a password such as `server` would be replaced in them.
 * @param secrets values of secret settings
 */
export const createHide = (secrets: readonly string[]) => {
  const hidden = secrets.flatMap(partsOf).filter((part) => part.length >= shortestSecret)
  return (text: string): string =>
    hidden.reduce((left, secret) => left.replaceAll(secret, '(hidden)'), text)
}

// Shorter ones would be found in ordinary words.
const shortestSecret = 5

const partsOf = (secret: string): string[] => {
  const password = URL.parse(secret)?.password ?? ''
  return [secret, password, decodePart(password)]
}

/** Runs checks at the same time, and returns what they found in the order of the checks. */
export const collect = async (
  ...checks: readonly (Promise<Finding | Finding[]> | Finding | Finding[])[]
): Promise<Finding[]> => (await Promise.all(checks)).flat()

/** Why a request or a connection failed, in words that help to find the cause. */
export const toReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return reasons[code] ?? firstLine(error)
  // Node tries every address of a name, and reports all failures together.
  const [first] = error instanceof AggregateError ? error.errors : []
  const inner = error.cause ?? first
  return inner === undefined ? firstLine(error) : toReason(inner)
}

const firstLine = ({ message, name }: Error) => message.split('\n')[0] || name

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there, ECONNREFUSED',
  ECONNRESET: 'the connection was cut off, ECONNRESET',
  ENOTFOUND: 'this host name does not exist, ENOTFOUND',
  EAI_AGAIN: 'the name server does not answer, EAI_AGAIN',
  ETIMEDOUT: 'no answer in time, ETIMEDOUT',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time',
  EHOSTUNREACH: 'this machine has no route to that host, EHOSTUNREACH',
  ENETUNREACH: 'this machine has no route to that network, ENETUNREACH',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it does not send the intermediate certificate',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks http, not https',
}
