import { apiErrorSchema } from '../../../shared/service-api.ts'
import type { FuzzRequest, World } from './requests.ts'

export interface FuzzAnswer {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  text: string
}

/** Checks the rules that hold for every answer. Returns one line for each broken rule. */
export const faultsOf = (request: FuzzRequest, answer: FuzzAnswer, world: World): string[] => [
  ...(answer.status >= 500 ? [`status ${answer.status}: ${answer.text.slice(0, 200)}`] : []),
  ...(answer.status >= 400 ? errorFaults(request, answer) : []),
  ...headerFaults(answer, world),
  ...leaks(answer),
  ...findHidden(`${JSON.stringify(answer.headers)}${answer.text}`, world.hidden),
]

const errorFaults = (request: FuzzRequest, { headers, text }: FuzzAnswer) => {
  if (request.method === 'HEAD') return text === '' ? [] : ['the answer to HEAD has a body']
  const type = headers['content-type'] ?? 'none'
  if (type.startsWith('text/html'))
    return isForPeople(request) ? [] : ['a program gets an error as an HTML page']
  if (!type.startsWith('application/json')) return [`an error has the type ${type}`]
  const { success } = apiErrorSchema.strict().safeParse(toJson(text))
  return success ? [] : [`an error does not have the documented shape: ${text.slice(0, 200)}`]
}

/** Resolves `..` in the path first, because `/images/../account` is a page for people. */
const isForPeople = ({ path }: FuzzRequest) =>
  !/^\/(api|main|cache|images)(\/|$)/.test(new URL(`http://fuzz.test${path}`).pathname)

const toJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const headerFaults = ({ status, headers }: FuzzAnswer, { publicUrl }: World) => {
  const { location, allow } = headers
  const leadsAway =
    location !== undefined && new URL(location, publicUrl).origin !== new URL(publicUrl).origin
  return [
    ...(leadsAway ? [`redirects to another origin: ${location}`] : []),
    ...(status === 405 && allow === undefined ? ['a 405 has no Allow header'] : []),
    ...(headers['x-fuzz'] === undefined ? [] : ['a header was injected']),
    ...(headers['x-content-type-options'] === 'nosniff'
      ? []
      : ['X-Content-Type-Options is not nosniff']),
  ]
}

const leaks = ({ headers, text }: FuzzAnswer) => [
  ...(headers['content-type']?.includes('html') && text.includes('<i id=fuzz>')
    ? ['markup is not escaped']
    : []),
  ...(/"devDependencies"|root:x:0:0|\bat [^\n]*\.ts:\d+:\d+/.test(text)
    ? ['the answer reveals files of the server']
    : []),
]

export const findHidden = (text: string, hidden: readonly string[] = []): string[] =>
  hidden.filter((secret) => text.includes(secret)).map((secret) => `the answer reveals ${secret}`)
