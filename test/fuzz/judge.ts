import { apiErrorSchema } from '../../shared/service-api.ts'
import type { FuzzRequest, World } from './requests.ts'

export interface FuzzAnswer {
  status: number
  headers: Readonly<Record<string, string | undefined>>
  text: string
}

/** What no answer may be, whatever was asked; one line each. */
export const faultsOf = (request: FuzzRequest, answer: FuzzAnswer, world: World): string[] => [
  ...(isFailure(request, answer) ? [`status ${answer.status}: ${answer.text.slice(0, 200)}`] : []),
  ...(answer.status >= 400 ? errorFaults(request, answer) : []),
  ...headerFaults(answer, world),
  ...leaks(answer),
]

/** oEmbed wants 501 for a format that a server does not know: that is no failure of ours. */
const isFailure = ({ operation }: FuzzRequest, { status }: FuzzAnswer) =>
  status >= 500 && !(status === 501 && operation.responses?.[status] !== undefined)

const errorFaults = (request: FuzzRequest, { headers, text }: FuzzAnswer) => {
  if (request.method === 'HEAD') return text === '' ? [] : ['an answer to HEAD has a body']
  const type = headers['content-type'] ?? 'none'
  if (type.startsWith('text/html'))
    return isForPeople(request) ? [] : ['an error is a page, where a program asked']
  if (!type.startsWith('application/json')) return [`an error is of type ${type}`]
  const { success } = apiErrorSchema.strict().safeParse(toJson(text))
  return success ? [] : [`an error is not in shape: ${text.slice(0, 200)}`]
}

/** By where the path leads, and not by where it begins: `/images/../account` is a page. */
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
    ...(leadsAway ? [`leads away, to ${location}`] : []),
    ...(status === 405 && allow === undefined ? ['405 without Allow'] : []),
    ...(headers['x-fuzz'] === undefined ? [] : ['a header was injected']),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['its type may be guessed']),
  ]
}

const leaks = ({ headers, text }: FuzzAnswer) => [
  ...(headers['content-type']?.includes('html') && text.includes('<i id=fuzz>')
    ? ['markup is not escaped']
    : []),
  ...(/"devDependencies"|root:x:0:0|\bat [^\n]*\.ts:\d+:\d+/.test(text)
    ? ['tells of files of the server']
    : []),
]
