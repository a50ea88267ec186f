import { gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { oas32 } from 'zod-openapi'
import {
  type OpenApiDocument,
  withoutNamedParts,
} from '../../../../server/http/openapi-document.ts'

const methods = ['get', 'post', 'patch', 'put', 'delete'] as const

export const listOperations = (document: Pick<OpenApiDocument, 'paths'>) =>
  Object.entries(withoutNamedParts(document).paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ method, path, operation }] : []
    }),
  )

const validators = new WeakMap<OpenApiDocument, Ajv2020>()
const compiled = new Map<string, ValidateFunction>()

/** Lists how a value differs from its schema. Fields that the schema does not name are errors too. */
export const violationsOf = (document: OpenApiDocument, schema: unknown, value: unknown) => {
  const ajv = validators.get(document) ?? createValidator(document)
  validators.set(document, ajv)
  const text = withDocument(closed(schema))
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
  compiled.set(text, validate)
  return validate(value)
    ? []
    : (validate.errors ?? []).map(
        (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
      )
}

const createValidator = (document: OpenApiDocument) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return ajv.addSchema({ $id: 'document', ...closedRecord({ components: document.components }) })
}

/** Makes references absolute, so that the validator finds their targets in the document. */
const withDocument = (schema: unknown) =>
  JSON.stringify(schema ?? {}).replaceAll('"#/components/', '"document#/components/')

/** Forbids additional fields. The published document allows them, so that answers can get new fields. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  return typeof schema === 'object' && schema !== null ? closedRecord({ ...schema }) : schema
}

const closedRecord = (schema: Record<string, unknown>): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)])),
  ...('properties' in schema &&
    schema.type === 'object' &&
    !('additionalProperties' in schema) && { additionalProperties: false }),
})

const ofTransport = ['content-type', 'content-length']

export const differencesOf = async (
  document: OpenApiDocument,
  { responses = {} }: oas32.OperationObject,
  answer: Response,
): Promise<string[]> => {
  const promised = responses[`${answer.status}`]
  if (promised === undefined) return [`status ${answer.status} is not described`]
  if ('$ref' in promised) return ['a reference is not followed']
  const { headers = {}, content = {} } = promised
  return [
    ...headerDifferences(document, headers, answer.headers),
    ...(await bodyDifferences(document, content, answer)),
  ]
}

const headerDifferences = (
  { components }: OpenApiDocument,
  promised: oas32.HeadersObject,
  sent: Headers,
) => {
  const names = Object.keys(promised).map((name) => name.toLowerCase())
  const missing = Object.entries(promised)
    .filter(([name, header]) => isRequired(components, header) && !sent.has(name))
    .map(([name]) => `header ${name} is missing`)
  const unknown = [...sent.keys()]
    .filter((name) => !names.includes(name) && !ofTransport.includes(name))
    .map((name) => `header ${name} is not described`)
  return [...missing, ...unknown]
}

const isRequired = (
  components: oas32.ComponentsObject | undefined,
  header: oas32.HeaderObject | oas32.ReferenceObject,
) => {
  if (!('$ref' in header)) return header.required
  const target = components?.headers?.[header.$ref.split('/').at(-1) ?? '']
  return target !== undefined && 'required' in target && target.required
}

const bodyDifferences = async (
  document: OpenApiDocument,
  content: oas32.ContentObject,
  answer: Response,
) => {
  const type = answer.headers.get('Content-Type')?.split(';')[0]
  const sent = Buffer.from(await answer.arrayBuffer())
  const isGzip = answer.headers.get('Content-Encoding') === 'gzip'
  const text = (isGzip ? gunzipSync(sent) : sent).toString()
  if (type === undefined || text === '')
    return Object.keys(content).length === 0 ? [] : ['there is no body']
  const promised = content[type]
  if (promised === undefined) return [`${type} is not described`]
  return type === 'application/json'
    ? violationsOf(document, 'schema' in promised ? promised.schema : {}, JSON.parse(text))
    : []
}
