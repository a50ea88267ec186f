import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { oas32 } from 'zod-openapi'
import { createClientRequestLimit } from '../../../server/adapters/redis/limits.ts'
import { createSite } from '../../../server/http/site.ts'
import type { Instance } from '../../../shared/service-api.ts'
import { makeIndexRow } from '../../builders.ts'
import { expectDefined } from '../../expect-defined.ts'
import { pagesOf } from '../../lab/fuzz/pages.ts'
import { createTestApp, publicUrl } from '../../test-app.ts'
import { accountsElsewhere, createWebApp } from '../web/web-app.ts'
import { differencesOf, listOperations, violationsOf } from './openapi/conformity.ts'
import { describeServer } from './openapi/servers.ts'

const kinds = ['none', 'local', 'clerk', 'private'] as const
const privateSite = createSite(publicUrl, undefined, { isPrivate: true })
const documents = {
  none: await describeServer('none'),
  local: await describeServer('local'),
  clerk: await describeServer('clerk'),
  private: await describeServer('local', { site: privateSite }),
}

/** Files of pages, what their scripts ask, and answers to common wrong addresses. */
const undocumented =
  /^\/((site|docs)\.(css|js)|icon\.svg|favicon\.ico|share|share\/\{username\}\/\*?|(account|connect|credits|docs|privacy|share|api\/favorites)\/)$|^get \/(account\/(?!connect$).|hearts?$)/

const routesOf = async (app: Hono) => {
  const own = app.routes.filter(({ method }) => method !== 'ALL')
  const withOwn = new Set(own.map(({ path }) => path))
  const others = app.routes.filter(({ path }) => !withOwn.has(path))
  const accepted = others.map(async ({ path }) => {
    const { headers } = await app.request(path, { method: 'OPTIONS' })
    const methods = headers.get('Access-Control-Allow-Methods')?.split(', ') ?? []
    return methods.map((method) => ({ method, path }))
  })
  const named = [...own, ...(await Promise.all(accepted)).flat()]
    .map(({ method, path }) => ({ method: method.toLowerCase(), path: toTemplate(path) }))
    .filter(
      ({ method, path }) => !undocumented.test(path) && !undocumented.test(`${method} ${path}`),
    )
  return [...new Set(named.map(({ method, path }) => `${method} ${path}`))].toSorted()
}

const toTemplate = (path: string) => path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')

const createApp = async (identity: Instance['identity']) => {
  if (identity === 'none') return { app: await createTestApp(), close: () => undefined }
  const web = await createWebApp()
  if (identity === 'local') return web
  return { app: await createTestApp({ accounts: accountsElsewhere(web) }), close: web.close }
}

describe.each(kinds)('the OpenAPI document of a server with accounts of the kind %s', (kind) => {
  const document = documents[kind]
  const identity = kind === 'private' ? 'local' : kind

  it('is valid and passes the recommended rules of Redocly, and every operation has a description', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        'operation-description': 'error',
        'operation-operationId-unique': 'error',
        'operation-tag-defined': 'error',
        'no-unused-components': 'error',
      },
    })
    const source = JSON.stringify(document)
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    expect(
      problems.map(({ ruleId, message, location }) =>
        [ruleId, location[0]?.pointer, message].join(' '),
      ),
    ).toEqual([])
  })

  it('describes every route that the server has and that is not a page, and no other', async () => {
    const { app, close } = await createApp(identity)
    const listed = [...listOperations(document), ...listOperations({ paths: pagesOf(identity) })]
    const described = listed.map(({ method, path }) => `${method} ${path}`)
    expect(described.toSorted()).toEqual(await routesOf(app))
    await close()
  })

  it('leaves out HTML, and has only patterns that work without the flag u', () => {
    const text = JSON.stringify(document)
    expect(text).not.toContain('"text/html":')
    const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)]
    expect(patterns.length).toBeGreaterThan(0)
    for (const [, pattern = ''] of patterns) expect(pattern).not.toMatch(/\\p\{|\(\?[<=!]|\\\//)
  })

  it('describes every parameter, every data type and every field, also those without a name', () => {
    expect(undescribed(document)).toEqual([])
  })

  it('declares every list as text with commas, because generators repeat arrays or add brackets', () => {
    const lists = listOperations(document).flatMap(
      ({ operation: { operationId, parameters = [] } }) =>
        parameters.flatMap((one) =>
          'schema' in one && JSON.stringify(one.schema).includes('"array"')
            ? [`${operationId} ${one.name}`]
            : [],
        ),
    )
    expect(lists).toEqual([])
  })

  it('names a fixed value as the only choice, because generators for OpenAPI 3.0 do not know const', () => {
    expect(JSON.stringify(document).includes('"const":')).toBe(false)
  })

  it('says what the body of every answer is', () => {
    const bodies = listOperations(document).flatMap(({ operation: { operationId, responses } }) =>
      Object.entries(responses ?? {}).flatMap(([status, answer]) =>
        Object.entries<object>('content' in answer ? (answer.content ?? {}) : {}).flatMap(
          ([type, media]) => ('schema' in media ? [] : [`${operationId} ${status} ${type}`]),
        ),
      ),
    )
    expect(bodies).toEqual([])
  })

  it('gives examples that are as it says', () => {
    expect(listOperations(document).flatMap(({ operation }) => wrongExamples(operation))).toEqual(
      [],
    )
  })

  type Operation = ReturnType<typeof listOperations>[number]['operation']

  const wrongExamples = ({ operationId, requestBody, responses }: Operation) => {
    const answers: (oas32.ResponseObject | oas32.ReferenceObject)[] = Object.values(responses ?? {})
    const contents = [requestBody, ...answers].flatMap((part) =>
      part && 'content' in part ? Object.values(part.content ?? {}) : [],
    )
    return contents
      .flatMap((content) => ('example' in content ? [content] : []))
      .flatMap(({ schema, example }) => violationsOf(document, schema, example))
      .map((problem) => `${operationId}: ${problem}`)
  }
})

/** Lists the paths of the parameters, data types and fields that have neither a description nor a name that has one. */
const undescribed = (document: unknown): string[] => {
  const missing: string[] = []
  const visit = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, child] of Object.entries(value)) {
      const at = `${path}/${key}`
      if (key === 'example') continue
      if (/\/(properties|parameters|components\/schemas)\/[^/]+$/.test(at) && !isDescribed(child))
        missing.push(at)
      visit(child, at)
    }
  }
  visit(document, '')
  return missing
}

const isDescribed = (value: object) => '$ref' in value || 'description' in value

it('the document of a private server says which operations need no key, and how the others refuse', async () => {
  const document = documents.private
  const listed = listOperations(document)
  const open = listed.filter(({ operation: { security } }) => security?.length === 0)
  expect(open.map(({ path }) => path).filter((path) => !path.startsWith('/api/auth/'))).toEqual([
    '/api/instance',
    '/livez',
    '/readyz',
  ])
  const { app, close } = await createWebApp({ deps: { site: privateSite } })
  const closed = listed.filter(({ operation: { security } }) => security === undefined)
  expect(closed.length).toBeGreaterThan(15)
  for (const { method, path, operation } of closed) {
    const answer = await app.request(path, { method: method.toUpperCase() })
    expect(answer.status, path).toBe(401)
    expect(await differencesOf(document, operation, answer), path).toEqual([])
  }
  await close()
})

const rateLimit = {
  limit: createClientRequestLimit({ allowance: { requests: 2, windowSeconds: 60 } }),
  clientAddress: () => ({ exact: 'one', key: 'one' }),
}

it('the document of a server that limits requests says what it answers then, and no other', async () => {
  const app = await createTestApp({ rows: [makeIndexRow()], rateLimit })
  const document = await describeServer('none', { rateLimit })
  const { operation } = expectDefined(
    listOperations(document).find(({ path }) => path === '/api/wallpapers'),
  )
  const statuses: number[] = []
  for (const query of ['', '?count=x', '']) {
    const answer = await app.request(`/api/wallpapers${query}`)
    statuses.push(answer.status)
    expect(await differencesOf(document, operation, answer)).toEqual([])
  }
  expect(statuses).toEqual([200, 400, 429])
  const limited = listOperations(document).filter(({ operation }) => operation.responses?.['429'])
  expect(limited.length).toBeGreaterThan(5)
  const unlimitedPaths = listOperations(document)
    .filter(({ operation }) => !operation.responses?.['429'])
    .map(({ path }) => path)
  expect(unlimitedPaths).toEqual(['/livez', '/healthz', '/readyz'])
  const usual = listOperations(documents.none)
  const limitedAlways = usual.filter(({ operation }) => operation.responses?.['429'])
  expect(limitedAlways).toEqual([])
})
