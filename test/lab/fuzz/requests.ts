import fc, { type Arbitrary } from 'fast-check'
import type { oas32 } from 'zod-openapi'
import { anyText, valueFor } from './values.ts'

const methods = ['get', 'post', 'patch', 'put', 'delete'] as const

/** It has no session token, so that a failing one can be printed and sent again. */
export interface FuzzRequest {
  /** A mutated path may lead to another operation. */
  operation: oas32.OperationObject
  name: string
  method: string
  /** The path with its query. Some paths have invalid percent-encoding on purpose. */
  path: string
  headers: Readonly<Record<string, string>>
  session: 'none' | 'bearer' | 'cookie'
  body: string | undefined
}

export interface World {
  publicUrl: string
  /** Values that exist on the server, such as ids, categories, colors, usernames and passwords. */
  known: readonly string[]
  /** Secrets, paths and addresses of the server, which no answer may contain. */
  hidden?: readonly string[]
}

/** Some are valid, some almost valid, and some wrong. */
export const anyRequest = (paths: oas32.PathsObject, world: World): Arbitrary<FuzzRequest> => {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [requestOf({ path, method, operation }, world)] : []
    }),
  )
  return fc.oneof(...operations)
}

interface Target {
  path: string
  method: string
  operation: oas32.OperationObject
}

const requestOf = ({ path, method, operation }: Target, world: World): Arbitrary<FuzzRequest> => {
  const parameters = (operation.parameters ?? []).filter((one) => 'name' in one)
  const usual = method.toUpperCase()
  return fc
    .record({
      method: rarely(
        usual,
        fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'POST', 'PROPFIND'),
      ),
      path: pathOf(path, parameters, world),
      query: queryOf(parameters, world),
      headers: headersOf(world),
      session: fc.constantFrom('none', 'bearer', 'bearer', 'cookie'),
      body: bodyOf(operation, world),
    })
    .map(({ path, query, headers, body, ...rest }) => ({
      ...rest,
      operation,
      name: operation.operationId ?? path,
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...headers, ...body?.headers },
      body: body?.text,
    }))
}

const rarely = <T>(usual: T, other: Arbitrary<T>) =>
  fc.oneof({ weight: 19, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })

/** Unusual paths that normal client libraries would never send. */
const crookedPaths = [
  ...['..%2f..%2fpackage.json', '../../package.json', '%2e%2e/%2e%2e/package.json', 'a%00.jpg'],
  ...['%', '%zz', '%c0%ae%c0%ae%2f', '%ff', '..%5c..%5cpackage.json', '//', 'a//b', '.', ';a=b'],
]

const pathOf = (path: string, parameters: readonly oas32.ParameterObject[], world: World) => {
  const parts = path.split(/(\{\w+\})/).map((part) => {
    if (!part.startsWith('{')) return fc.constant(part)
    const parameter = parameters.find(({ name }) => name === part.slice(1, -1))
    return fc.oneof(
      { weight: 9, arbitrary: valueFor(parameter?.schema, world.known).map(encode) },
      { weight: 2, arbitrary: anyText.map(encode) },
      { weight: 1, arbitrary: fc.constantFrom(...crookedPaths) },
    )
  })
  return fc.tuple(...parts).map((all) => all.join(''))
}

const encode = (value: unknown) => encodeURIComponent(String(value)).slice(0, 6000)

const queryOf = (parameters: readonly oas32.ParameterObject[], { known }: World) => {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const pairs = inQuery.map(({ name, schema }) => {
    const pair = (value: Arbitrary<unknown>) => value.map((it) => `${name}=${encode(it)}`)
    return fc.oneof(
      { weight: 12, arbitrary: fc.constant('') },
      { weight: 6, arbitrary: pair(valueFor(schema, known)) },
      { weight: 1, arbitrary: pair(anyText) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(name, `${name}[]=1`, `${name}=1&${name}=2`, `${name}=%`),
      },
    )
  })
  const stray = rarely(
    '',
    anyText.map((text) => `${encode(text)}=${encode(text)}`),
  )
  return fc.tuple(...pairs, stray).map((all) => all.filter(Boolean).join('&'))
}

const headersOf = ({ publicUrl }: World): Arbitrary<Record<string, string>> => {
  const text = fc.string({ unit: 'grapheme-ascii', maxLength: 30 })
  const some = (...values: string[]) => fc.oneof(fc.constantFrom(...values), text)
  return fc.record(
    {
      Accept: some('text/html', '*/*', 'application/json', 'image/avif,image/webp'),
      'Accept-Encoding': some('gzip', 'br', 'gzip;q=0, br;q=0.1', '*', 'identity;q=0'),
      'If-None-Match': some('*', '"x"', 'W/"x", "y"'),
      'If-Modified-Since': some('Thu, 01 Jan 2026 00:00:00 GMT', 'yesterday'),
      'If-Range': some('"x"'),
      Range: some('bytes=0-9', 'bytes=-1', 'bytes=999999999-', 'bytes=5-1', 'bytes=0-1,3-4'),
      Origin: some(
        publicUrl,
        publicUrl,
        'https://elsewhere.test',
        'null',
        'chrome-extension://abc',
      ),
      'Sec-Fetch-Site': some('same-origin', 'cross-site', 'none'),
      'X-Forwarded-For': fc.ipV4().chain((ip) => some(ip, `${ip}, ::1`, 'unknown')),
      'X-Request-Id': some('a-name', 'x'.repeat(200), '{"level":60}'),
      'User-Agent': text,
    },
    { requiredKeys: ['X-Forwarded-For'] },
  )
}

interface Body {
  text: string
  headers: Record<string, string>
}

const bodyOf = (
  operation: oas32.OperationObject,
  { known }: World,
): Arbitrary<Body | undefined> => {
  const { requestBody } = operation
  const contents = requestBody && 'content' in requestBody ? requestBody.content : undefined
  const [type, content] = Object.entries(contents ?? {})[0] ?? []
  if (type === undefined || content === undefined) return fc.constant(undefined)
  const schema = 'schema' in content ? content.schema : {}
  const isForm = type.includes('form')
  const described = valueFor(schema, known).map((value) =>
    isForm ? toForm(value) : JSON.stringify(value),
  )
  const broken = fc.oneof(
    anyText,
    fc.json(),
    fc.constantFrom('{"__proto__":{"favorites":[]}}', '[]', '{"favorites":', 'a=1&a=2&__proto__=x'),
    fc.constantFrom('[', '{"a":', '[{"favorites":').map((text) => text.repeat(4000)),
  )
  return fc.record({
    text: fc.oneof({ weight: 9, arbitrary: described }, { weight: 2, arbitrary: broken }),
    headers: rarely(
      type,
      fc.constantFrom('text/plain', 'multipart/form-data', 'application/xml'),
    ).map((is) => ({ 'Content-Type': is })),
  })
}

const toForm = (value: unknown) =>
  new URLSearchParams(
    Object.entries(Object(value)).map(([name, field]) => [name, String(field)]),
  ).toString()
