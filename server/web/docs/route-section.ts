import { html } from 'hono/html'
import type { Site } from '../../http/site.ts'
import type { Html } from '../layout.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  enum?: readonly string[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  description?: string
  default?: unknown
  example?: string | number
  minimum?: number
  maximum?: number
  maxLength?: number
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  description?: string
  schema: Schema
  example?: string | number
}

type Content = Readonly<Record<string, { schema: Schema; example?: unknown }>>

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: readonly string[]
  security?: readonly object[]
  parameters?: readonly Parameter[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { description: string; content?: Content }>>
}

export interface Route extends Operation {
  path: string
  method: string
}

export const prose = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`

export const routeSection = (route: Route, site: Site): Html => html`
  <article class="card route" id="${route.operationId}">
    <h3><a href="#${route.operationId}">${prose(route.summary)}</a></h3>
    <p><span class="method">${route.method}</span> <code>${route.path}</code></p>
    <p>${prose(route.description)}</p>
    ${route.parameters && fieldList(route.parameters.map(toField))}
    ${example(route, site)}
    <details>
      <summary>Responses</summary>
      ${Object.entries(route.responses).map(answer)}
    </details>
  </article>`

interface Field {
  name: string
  schema: Schema
  description?: string | undefined
  /** Facts beside the type, such as `required`. */
  notes: readonly (string | false)[]
}

export const fieldList = (fields: readonly Field[]): Html =>
  html`<dl>${fields.map(
    ({ name, schema, description = '', notes }) => html`<div>
      <dt><code>${name}</code> ${typeText(schema)}${notes.filter(Boolean).map((note) => html` <span>· ${note}</span>`)}</dt>
      <dd>${prose(description)}</dd>
    </div>`,
  )}</dl>`

const toField = ({ name, schema, description, required }: Parameter): Field => {
  const { minimum, maximum, maxLength, default: usual = '' } = schema
  const range = maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`
  const notes = [
    required === true && 'required',
    minimum !== undefined && range,
    maxLength !== undefined && `at most ${maxLength} characters`,
    usual !== '' && `${usual} by default`,
  ]
  return { name, schema, description, notes }
}

/** Names the type of a value, and links to its description. */
export const typeText = (schema: Schema): Html => {
  const text = describeType(schema)
  const name = nameIn(schema)
  return name ? html`<a href="#shape-${name}">${text}</a>` : html`<span>${text}</span>`
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

const describeType = ({ $ref, anyOf, oneOf, enum: values, type, items }: Schema): string => {
  if ($ref) return nameOf($ref)
  const variants = anyOf ?? oneOf
  if (variants) return variants.map(describeType).join(' or ')
  if (values) return values.join(', ')
  if (type === 'array') return `list of ${describeType(items ?? {})}`
  return [type ?? 'anything'].flat().join(' or ')
}

const nameIn = ({ $ref, anyOf, oneOf, items }: Schema): string | undefined =>
  $ref ? nameOf($ref) : (anyOf ?? oneOf ?? (items ? [items] : [])).map(nameIn).find(Boolean)

const answer = ([status, { description, content = {} }]: [string, Route['responses'][string]]) => {
  const [[type, { schema, example } = {}] = []] = Object.entries(content)
  return html`<div class="answer">
      <h4><span class="status status-${status.charAt(0)}">${status}</span> ${prose(description)}</h4>
      ${type && html`<p class="hint">${type}${schema && example !== undefined && html`, ${typeText(schema)}`}</p>`}
      ${example !== undefined && html`<pre tabindex="0" aria-label="Example of status ${status}"><code>${JSON.stringify(example, null, 2)}</code></pre>`}
    </div>`
}

export const isOwn = ({ security = [] }: Route) => security.some((scheme) => 'bearer' in scheme)

const example = (route: Route, site: Site) => {
  const path = toExamplePath(route)
  const command = toCurl(route, site.publicUrl + path)
  return html`<pre tabindex="0" aria-label="Example"><code>${command}</code></pre>
    <p class="buttons">
      ${route.method === 'GET' && !isOwn(route) && html`<a class="button" href="${site.link(path)}" target="_blank">Open the response</a>`}
      <button class="button quiet" type="button" hidden data-copy="${command}">Copy as curl</button>
    </p>`
}

// A single quote would end the address in a shell command.
const encode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')

const toExamplePath = ({ path, parameters = [] }: Route): string => {
  let filled = path
  const query = new URLSearchParams()
  for (const { name, in: where, example, required, schema } of parameters) {
    const value = String(example ?? (required ? schema.example : undefined) ?? '')
    if (where === 'path') filled = filled.replace(`{${name}}`, encode(value))
    else if (value !== '') query.append(name, value)
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}

const toCurl = (route: Route, url: string): string => {
  const body = JSON.stringify(route.requestBody?.content['application/json']?.example)
  return [
    `curl '${url}'${route.method === 'GET' ? '' : ` -X ${route.method}`}`,
    isOwn(route) && ` \\\n  -H "Authorization: Bearer $FRESCO_TOKEN"`,
    body && ` \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`,
    isFile(route) && ' --location --output picture',
  ]
    .filter(Boolean)
    .join('')
}

const isFile = ({ responses }: Route): boolean => {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const [type = 'text/plain'] = Object.keys(success?.content ?? {})
  return !/json|xml|^text\//.test(type)
}
