import type { Hono } from 'hono'
import { z } from 'zod'
import { type ApiIndex, apiIndexSchema } from '../../../shared/service-api.ts'
import type { PreparedAnswer } from '../../catalogue/catalogue.ts'
import { toEtag } from '../answers/send.ts'
import { sendPrepared } from '../answers/send-prepared.ts'
import {
  createOpenApiDocument,
  type DocumentOptions,
  type OpenApiDocument,
} from '../openapi-document.ts'
import { routesOf } from '../route.ts'
import { json, tagged } from './responses.ts'

/** Adds the routes that describe the API. Returns the description, which is made when it is first needed. */
export const addOpenApiRoutes = (app: Hono, deps: DocumentOptions): (() => OpenApiDocument) => {
  const { publicUrl } = deps
  let described: OpenApiDocument | undefined
  const document = () => {
    described ??= createOpenApiDocument(app, deps)
    return described
  }
  const open = routesOf(app, 'Server', 'open')
  const quick = routesOf(app, 'Server', 'quick')
  const index: ApiIndex = {
    documentation: `${publicUrl}/docs`,
    openapi: `${publicUrl}/openapi.json`,
  }
  open.get('/api', {
    id: 'getApi',
    summary: 'Links to the documentation',
    text: 'Leads programs and people who try the address of the API itself to its description.',
    answers: {
      200: json('Two links.', apiIndexSchema, index),
      500: undefined,
    },
    handler: (c) => {
      c.header('Cache-Control', 'public, max-age=60')
      return c.json(index)
    },
  })

  let prepared: PreparedAnswer | undefined
  quick.get('/openapi.json', {
    id: 'getOpenApi',
    summary: 'The OpenAPI document',
    text: 'Returns this description. Tools can generate a client for any language from it.',
    answers: {
      200: json(
        'The description of this API, as OpenAPI 3.1.',
        z.looseObject({ openapi: z.string().describe('The version of OpenAPI.') }),
        { openapi: '3.1.1' },
        tagged,
      ),
      500: undefined,
    },
    handler: (c) => {
      prepared ??= prepareJson(document())
      return sendPrepared(c, prepared)
    },
  })
  return document
}

const prepareJson = (value: object): PreparedAnswer => {
  const body = Buffer.from(JSON.stringify(value))
  return { body, etag: toEtag(body), gzip: undefined, br: undefined, isCompressedLater: true }
}
