import { isRecord } from '../../../shared/unknown.ts'
import type { OpenApiDocument } from '../../http/openapi-document.ts'

export interface Parameter {
  name: string
  where: 'path' | 'query'
  isRequired: boolean
  description: string
  schema: unknown
  /** What the form and the sample calls send: the example of a required parameter, or one of the parameter itself. */
  value: string
  /** What an empty field shows. */
  placeholder: string
}

export interface Answer {
  status: string
  description: string
  type: string | undefined
  example: string | undefined
  schema: unknown
}

export interface Route {
  id: string
  method: string
  path: string
  summary: string
  description: string
  isOwn: boolean
  parameters: readonly Parameter[]
  body: string | undefined
  answers: readonly Answer[]
}

export interface Group {
  name: string
  description: string
  routes: readonly Route[]
}

const methods = ['get', 'post', 'patch'] as const

type Operation = NonNullable<NonNullable<OpenApiDocument['paths']>[string]['get']>

export const readGroups = ({
  paths = {},
  tags = [],
}: Pick<OpenApiDocument, 'paths' | 'tags'>): readonly Group[] =>
  tags.map(({ name, description = '' }) => ({
    name,
    description,
    routes: Object.entries(paths).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = item[method]
        return operation?.tags?.includes(name) ? [toRoute(method, path, operation)] : []
      }),
    ),
  }))

const toRoute = (method: string, path: string, operation: Operation): Route => ({
  id: operation.operationId ?? `${method} ${path}`,
  method: method.toUpperCase(),
  path,
  summary: operation.summary ?? '',
  description: operation.description ?? '',
  isOwn: operation.security?.some((scheme) => 'bearer' in scheme) ?? false,
  parameters: (operation.parameters ?? []).flatMap(toParameter),
  body: toBody(operation.requestBody),
  answers: Object.entries(operation.responses ?? {}).map(([status, answer]) =>
    toAnswer(status, answer),
  ),
})

const toParameter = (parameter: unknown): Parameter[] => {
  if (!isRecord(parameter) || typeof parameter.name !== 'string') return []
  const { name, required, description, schema, example } = parameter
  const usual = readText(isRecord(schema) ? schema.example : undefined)
  const isRequired = required === true
  return [
    {
      name,
      where: parameter.in === 'path' ? 'path' : 'query',
      isRequired,
      description: readText(description),
      schema,
      value: readText(example) || (isRequired ? usual : ''),
      placeholder: readDefault(schema) || usual,
    },
  ]
}

const jsonOf = (holder: unknown) => {
  const content = isRecord(holder) && isRecord(holder.content) ? holder.content : {}
  const [type] = Object.keys(content)
  const media = type === undefined ? undefined : content[type]
  return { type, media: isRecord(media) ? media : {} }
}

const indented = (example: unknown) =>
  example === undefined ? undefined : JSON.stringify(example, null, 2)

const toBody = (requestBody: unknown) => indented(jsonOf(requestBody).media.example)

const toAnswer = (status: string, answer: unknown): Answer => {
  const { type, media } = jsonOf(answer)
  const description = isRecord(answer) ? readText(answer.description) : ''
  return { status, description, type, example: indented(media.example), schema: media.schema }
}

export const readText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export const readChoices = (schema: unknown): readonly string[] | undefined =>
  isRecord(schema) && Array.isArray(schema.enum) ? schema.enum.map(String) : undefined

export interface TypeText {
  text: string
  name?: string
}

export const describeType = (schema: unknown): TypeText => {
  if (!isRecord(schema)) return { text: 'anything' }
  if (typeof schema.$ref === 'string') return toNamed(schema.$ref)
  const variants = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (variants) return joined(variants.map(describeType))
  if (schema.const !== undefined) return { text: JSON.stringify(schema.const) }
  if (Array.isArray(schema.enum)) return { text: schema.enum.join(', ') }
  if (Array.isArray(schema.type)) return { text: schema.type.join(' or ') }
  if (schema.type !== 'array') return { text: readText(schema.type) || 'anything' }
  const { text, ...rest } = describeType(schema.items)
  return { text: `list of ${text}`, ...rest }
}

const toNamed = (reference: string) => {
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  return { text: name, name }
}

const joined = (parts: readonly TypeText[]): TypeText => {
  const name = parts.find((part) => part.name !== undefined)?.name
  const text = parts.map((part) => part.text).join(' or ')
  return name === undefined ? { text } : { text, name }
}

export const readDefault = (schema: unknown): string =>
  isRecord(schema) ? readText(schema.default) : ''

export const describeLimits = (schema: unknown): string => {
  if (!isRecord(schema)) return ''
  const { minimum, maximum, maxLength, maxItems } = schema
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `at least ${minimum}`
        : ''
  return [
    range,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    maxItems === undefined ? '' : `at most ${maxItems}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}
