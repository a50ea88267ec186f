import { html } from 'hono/html'
import type { Site } from '../../http/site.ts'
import type { Html } from '../layout.ts'
import {
  type Answer,
  describeLimits,
  describeType,
  type Parameter,
  type Route,
  readChoices,
  readDefault,
} from './read-document.ts'

export const routeSection = (route: Route, site: Site): Html => html`
  <article class="card route" id="${route.id}">
    <h3><a href="#${route.id}">${prose(route.summary)}</a></h3>
    <p class="call"><span class="method">${route.method}</span> <code>${route.path}</code></p>
    ${route.description === '' ? '' : html`<p>${prose(route.description)}</p>`}
    ${tryForm(route, site)}
    ${samples(route, site.publicUrl)}
    <div class="result" role="status" hidden></div>
    ${answers(route)}
  </article>`

const tryForm = (route: Route, site: Site) => {
  const { id, method, path, parameters, body, isOwn } = route
  const isPlain = method === 'GET' && !isOwn && !path.includes('{')
  return html`<form class="try" method="${method === 'GET' ? 'get' : 'post'}" action="${toCallUrl({ ...route, parameters: parameters.filter(({ where }) => where === 'path') }, site.link(''))}" novalidate data-method="${method}" data-path="${site.link(path)}" ${isOwn ? html`data-own` : ''}>
      ${parameters.length === 0 ? '' : html`<div class="fields">${parameters.map((parameter) => field(id, parameter))}</div>`}
      ${
        body === undefined
          ? ''
          : html`<div class="body-field"><label for="${id}-body">Body</label>
        <textarea id="${id}-body" rows="${body.split('\n').length}" spellcheck="false" autocapitalize="none" data-body>${body}</textarea></div>`
      }
      <button class="button" ${isPlain ? '' : 'hidden'}>Try it</button>
    </form>`
}

const field = (id: string, parameter: Parameter) => {
  const { name, description, schema, isRequired } = parameter
  const limits = describeLimits(schema)
  const help = `${id}-${name}-help`
  return html`<div class="field">
      <label for="${id}-${name}"><code>${name}</code>${isRequired ? html` <span>required</span>` : ''}</label>
      ${control(id, parameter, help)}
      <p class="hint" id="${help}">${prose(description)}${limits === '' ? '' : html` <span class="limits">${limits}</span>`}</p>
    </div>`
}

const control = (
  id: string,
  { name, schema, value, placeholder, where }: Parameter,
  help: string,
) => {
  const choices = readChoices(schema)
  const usual = readDefault(schema)
  const common = html`id="${id}-${name}" name="${name}" data-where="${where}" aria-describedby="${help}"`
  if (choices)
    return html`<select ${common}><option value="">${usual || 'not set'}</option>${choices.map((choice) => html`<option>${choice}</option>`)}</select>`
  const isNumber = describeType(schema).text === 'integer'
  return html`<input ${common} type="text" ${isNumber ? html`inputmode="numeric"` : ''} value="${value}" placeholder="${placeholder}" autocomplete="off" autocapitalize="none" spellcheck="false">`
}

const answers = ({ answers: all }: Route) => html`<details class="answers">
    <summary>Responses</summary>
    ${all.map(answer)}
  </details>`

const answer = ({ status, description, type, example, schema }: Answer) => {
  const { text, name } = describeType(schema)
  const isJson = example !== undefined
  const shape = name === undefined ? text : html`<a href="#shape-${name}">${text}</a>`
  return html`<div class="answer">
      <h4><span class="status status-${status.charAt(0)}">${status}</span> ${prose(description)}</h4>
      ${type === undefined ? '' : html`<p class="hint">${type}${isJson ? html`, ${shape}` : ''}</p>`}
      ${isJson ? html`<pre tabindex="0" aria-label="Example of status ${status}"><code>${example}</code></pre>` : ''}
    </div>`
}

export const prose = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`

export const languages = [
  { id: 'curl', name: 'curl' },
  { id: 'js', name: 'JavaScript' },
  { id: 'python', name: 'Python' },
] as const

const toCallUrl = ({ path, parameters }: Route, server: string): string => {
  const filled = parameters.filter(({ value }) => value !== '')
  const query = new URLSearchParams()
  for (const { where, name, value } of filled) if (where === 'query') query.append(name, value)
  const address = filled
    .filter(({ where }) => where === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, encode(value)), path)
  return `${server}${address}${query.size > 0 ? `?${query}` : ''}`
}

// Encodes a value for a URL in a shell command, and also the single quote, which would end that URL.
const encode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')

const samples = (route: Route, server: string): Html => {
  const url = html`<span data-fill="url">${toCallUrl(route, server)}</span>`
  const body = html`<span data-fill="body">${toOneLine(route.body)}</span>`
  const parts = { route, url, body }
  const code = { curl: curl(parts), js: javascript(parts), python: python(parts) }
  return html`<figure class="samples">
    ${languages.map(({ id, name }) => html`<pre class="sample-${id}" tabindex="0" aria-label="${name}"><code>${code[id]}</code></pre>`)}
    <button class="button quiet copy" type="button" hidden>Copy</button>
  </figure>`
}

const toOneLine = (body: string | undefined) =>
  body === undefined ? '' : JSON.stringify(JSON.parse(body))

interface Parts {
  route: Route
  url: Html
  body: Html
}

const isFile = ({ answers }: Route) => {
  const [answer] = answers.filter(({ status }) => status === '200')
  return answer?.type?.startsWith('image/') ?? false
}

const curl = ({ route, url, body }: Parts) => {
  const options = [
    route.method === 'GET' ? '' : html` -X ${route.method}`,
    route.isOwn ? html` \\\n  -H "Authorization: Bearer $FRESCO_TOKEN"` : '',
    route.body === undefined
      ? ''
      : html` \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`,
    isFile(route) ? ' --location --output picture' : '',
  ]
  return html`curl '${url}'${options}`
}

const javascript = ({ route, url, body }: Parts) => {
  const headers = [
    route.isOwn ? html`    Authorization: \`Bearer \${token}\`,\n` : '',
    route.body === undefined ? '' : html`    'Content-Type': 'application/json',\n`,
  ]
  const hasHeaders = route.isOwn || route.body !== undefined
  const options =
    route.method === 'GET' && !hasHeaders
      ? ''
      : html`, {
  method: '${route.method}',
${hasHeaders ? html`  headers: {\n${headers}  },\n` : ''}${route.body === undefined ? '' : html`  body: JSON.stringify(${body}),\n`}}`
  return html`const answer = await fetch('${url}'${options})
console.log(await answer.${isFile(route) ? 'blob' : 'json'}())`
}

const python = ({ route, url, body }: Parts) => {
  const headers = [
    route.isOwn ? html`    "Authorization": f"Bearer {token}",\n` : '',
    route.body === undefined ? '' : html`    "Content-Type": "application/json",\n`,
  ]
  const hasHeaders = route.isOwn || route.body !== undefined
  const data = route.body === undefined ? '' : html`, json.dumps(${body}).encode()`
  const rest = [
    hasHeaders ? html`, headers={\n${headers}}` : '',
    route.method === 'GET' ? '' : html`, method="${route.method}"`,
  ]
  return html`import json
from urllib.request import Request, urlopen

request = Request("${url}"${data}${rest})
${isFile(route) ? html`open("picture", "wb").write(urlopen(request).read())` : html`print(json.load(urlopen(request)))`}`
}
