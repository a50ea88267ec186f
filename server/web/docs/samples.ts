import { html } from 'hono/html'
import type { Html } from '../layout.ts'
import type { Route } from './read-document.ts'

export const languages = [
  { id: 'curl', name: 'curl' },
  { id: 'js', name: 'JavaScript' },
  { id: 'python', name: 'Python' },
] as const

/** The address of a call with the examples of its parameters. */
export const toCallUrl = ({ path, parameters }: Route, server: string): string => {
  const filled = parameters.filter(({ example }) => example !== '')
  const query = new URLSearchParams()
  for (const { where, name, example } of filled) if (where === 'query') query.append(name, example)
  const address = filled
    .filter(({ where }) => where === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encode(example)), path)
  return `${server}${address}${query.size > 0 ? `?${query}` : ''}`
}

/** Also what a shell's quotes would end at. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27')

/** A call of the route in each language; the script of the page keeps what is marked up to date. */
export const samples = (route: Route, server: string): Html => {
  const url = html`<span data-fill="url">${toCallUrl(route, server)}</span>`
  const body = html`<span data-fill="body">${toOneLine(route.body)}</span>`
  const parts = { route, url, body }
  const code = { curl: curl(parts), js: javascript(parts), python: python(parts) }
  return html`<figure class="samples">
    ${languages.map(({ id, name }) => html`<pre class="sample-${id}" tabindex="0" aria-label="${name}"><code>${code[id]}</code></pre>`)}
    <button class="button quiet copy" type="button" hidden>Copy</button>
  </figure>`
}

/** As a call sends it; the script of the page does the same with what is typed. */
const toOneLine = (body: string | undefined) =>
  body === undefined ? '' : JSON.stringify(JSON.parse(body))

interface Parts {
  route: Route
  url: Html
  body: Html
}

/** Whether the answer is a file, which a terminal should not show. */
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
