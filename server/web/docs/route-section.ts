import { html, raw } from 'hono/html'
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
  maxItems?: number
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

/** A route in an OpenAPI document. */
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

/** Shows a text of the document, whose code is between backticks. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`

export const routeSection = (route: Route, site: Site): Html => html`
  <article class="card route" id="${route.operationId}">
    <h3><a href="#${route.operationId}">${prose(route.summary)}</a></h3>
    <p class="call"><span class="method">${route.method}</span> <code>${route.path}</code></p>
    <p>${prose(route.description)}</p>
    ${tryForm(route, site)}
    ${samples(route, site.publicUrl)}
    <div class="result" role="status" hidden></div>
    <details class="answers">
      <summary>Responses</summary>
      ${Object.entries(route.responses).map(answer)}
    </details>
  </article>`

const isOwn = ({ security = [] }: Route) => security.some((scheme) => 'bearer' in scheme)
const exampleBody = ({ requestBody }: Route) => requestBody?.content['application/json']?.example

const tryForm = (route: Route, { link }: Site) => {
  const { operationId: id, method, path, parameters = [] } = route
  const body = JSON.stringify(exampleBody(route), null, 2)
  const isPlain = method === 'GET' && !isOwn(route) && !path.includes('{')
  return html`<form class="try" method="${method === 'GET' ? 'get' : 'post'}" action="${link(fillPath(route))}" novalidate data-method="${method}" data-path="${link(path)}" ${isOwn(route) && html`data-own`}>
      ${parameters.length > 0 && html`<div class="fields">${parameters.map((parameter) => field(id, parameter))}</div>`}
      ${
        body &&
        html`<div class="body-field"><label for="${id}-body">Body</label>
        <textarea id="${id}-body" rows="${body.split('\n').length}" spellcheck="false" autocapitalize="none" data-body>${body}</textarea></div>`
      }
      <button class="button" ${isPlain ? '' : 'hidden'}>Try it</button>
    </form>`
}

const field = (id: string, parameter: Parameter) => {
  const { name, description = '', schema, required } = parameter
  const limits = describeLimits(schema)
  return html`<div class="field">
      <label for="${id}-${name}"><code>${name}</code>${required && html` <span>required</span>`}</label>
      ${control(`${id}-${name}`, parameter)}
      <p class="hint" id="${id}-${name}-help">${prose(description)}${limits && html` <span class="limits">${limits}</span>`}</p>
    </div>`
}

const control = (id: string, parameter: Parameter) => {
  const { name, in: where, schema } = parameter
  const { type, enum: choices, example } = schema
  const usual = String(schema.default ?? '')
  const common = html`id="${id}" name="${name}" data-where="${where}" aria-describedby="${id}-help"`
  return choices
    ? html`<select ${common}><option value="">${usual || 'not set'}</option>${choices.map((choice) => html`<option>${choice}</option>`)}</select>`
    : html`<input ${common} type="text" ${type === 'integer' && html`inputmode="numeric"`} value="${sentValue(parameter)}" placeholder="${usual || example}" autocomplete="off" autocapitalize="none" spellcheck="false">`
}

const describeLimits = ({ minimum, maximum, maxLength, maxItems }: Schema) => {
  const range = maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`
  return [
    minimum === undefined ? '' : range,
    maxLength && `at most ${maxLength} characters`,
    maxItems && `at most ${maxItems}`,
  ]
    .filter(Boolean)
    .join(', ')
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

/** What the form and the samples send for a parameter. */
const sentValue = ({ example, required, schema }: Parameter) =>
  String(example ?? (required ? schema.example : undefined) ?? '')

// Encodes a value for an address in a shell command, and also the single quote, which would end that address.
const encode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')

const fillPath = ({ path, parameters = [] }: Route) =>
  parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, each) => text.replace(`{${each.name}}`, encode(sentValue(each))), path)

const toCallUrl = (route: Route, server: string) => {
  const query = new URLSearchParams()
  for (const parameter of route.parameters ?? [])
    if (parameter.in === 'query' && sentValue(parameter))
      query.append(parameter.name, sentValue(parameter))
  return `${server}${fillPath(route)}${query.size > 0 ? `?${query}` : ''}`
}

const samples = (route: Route, server: string) => {
  const body = JSON.stringify(exampleBody(route))
  const parts = {
    method: route.method,
    isOwn: isOwn(route),
    kind: kindOf(route),
    url: html`<span data-fill="url">${toCallUrl(route, server)}</span>`,
    body: body ? html`<span data-fill="body">${body}</span>` : undefined,
  }
  return html`<figure class="samples code">
    ${languages.map(({ id, name, write }) => html`<pre class="sample-${id}" tabindex="0" aria-label="${name}"><code>${write(parts)}</code></pre>`)}
    <button class="button quiet copy" type="button" hidden data-copy>Copy</button>
  </figure>`
}

type Kind = 'nothing' | 'json' | 'text' | 'file'

/** What a successful response is, so that the samples read it as such. */
const kindOf = ({ responses }: Route): Kind => {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const [type] = Object.keys(success?.content ?? {})
  if (type === undefined) return 'nothing'
  if (type.includes('json')) return 'json'
  return type.startsWith('text/') || type.includes('xml') ? 'text' : 'file'
}

interface Parts {
  method: string
  isOwn: boolean
  kind: Kind
  url: Html
  body: Html | undefined
}

const curl = ({ method, isOwn, kind, url, body }: Parts) =>
  html`curl '${url}'${[
    method !== 'GET' && ` -X ${method}`,
    isOwn && html` \\\n  -H "Authorization: Bearer $FRESCO_TOKEN"`,
    body && html` \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`,
    kind === 'file' && ' --location --output picture',
  ]}`

const javascript = ({ method, isOwn, kind, url, body }: Parts) => {
  const hasOptions = method !== 'GET' || isOwn || body
  const headers = [
    isOwn && html`    Authorization: \`Bearer \${token}\`,\n`,
    body && html`    'Content-Type': 'application/json',\n`,
  ]
  const options = html`, {
  method: '${method}',
${(isOwn || body) && html`  headers: {\n${headers}  },\n`}${body && html`  body: JSON.stringify(${body}),\n`}}`
  return html`const answer = await fetch('${url}'${hasOptions && options})
console.log(${readsInJavascript[kind]})`
}

const readsInJavascript: Readonly<Record<Kind, string>> = {
  nothing: 'answer.status',
  json: 'await answer.json()',
  text: 'await answer.text()',
  file: 'await answer.blob()',
}

const python = ({ method, isOwn, kind, url, body }: Parts) => {
  const headers = [
    isOwn && html`    "Authorization": f"Bearer {token}",\n`,
    body && html`    "Content-Type": "application/json",\n`,
  ]
  const rest = [
    body && html`, json.dumps(${body}).encode()`,
    (isOwn || body) && html`, headers={\n${headers}}`,
    method !== 'GET' && html`, method="${method}"`,
  ]
  return html`${(body || kind === 'json') && 'import json\n'}from urllib.request import Request, urlopen

request = Request("${url}"${rest})
${raw(readsInPython[kind])}`
}

const readsInPython: Readonly<Record<Kind, string>> = {
  nothing: 'print(urlopen(request).status)',
  json: 'print(json.load(urlopen(request)))',
  text: 'print(urlopen(request).read().decode())',
  file: 'open("picture", "wb").write(urlopen(request).read())',
}

export const languages = [
  { id: 'curl', name: 'curl', write: curl },
  { id: 'js', name: 'JavaScript', write: javascript },
  { id: 'python', name: 'Python', write: python },
]
