import { html } from 'hono/html'
import type { Html } from '../layout.ts'
import { describeLimits, describeType, readChoices, readDefault } from './json-schema.ts'
import { prose } from './prose.ts'
import type { Answer, Parameter, Route } from './read-document.ts'
import { samples, toCallUrl } from './samples.ts'

/** One route: what it is for, how it is called, and what it answers. */
export const routeSection = (route: Route, server: string): Html => html`
  <article class="card route" id="${route.id}">
    <h3><a href="#${route.id}">${route.summary}</a></h3>
    <p class="call"><span class="method">${route.method}</span> <code>${route.path}</code></p>
    ${route.description === '' ? '' : html`<p>${prose(route.description)}</p>`}
    ${tryForm(route)}
    ${samples(route, server)}
    <div class="result" role="status" hidden></div>
    ${answers(route)}
  </article>`

/** A `GET` without anything in its path is a form that works as it is; others need the script. */
const tryForm = (route: Route) => {
  const { id, method, path, parameters, body, isOwn } = route
  const isPlain = method === 'GET' && !isOwn && !path.includes('{')
  return html`<form class="try" method="${method === 'GET' ? 'get' : 'post'}" action="${toCallUrl({ ...route, parameters: parameters.filter(({ where }) => where === 'path') }, '')}" novalidate data-method="${method}" data-path="${path}" ${isOwn ? html`data-own` : ''}>
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
      <label for="${id}-${name}"><code>${name}</code>${isRequired ? html` <span>needed</span>` : ''}</label>
      ${control(id, parameter, help)}
      <p class="hint" id="${help}">${prose(description)}${limits === '' ? '' : html` <span class="limits">${limits}</span>`}</p>
    </div>`
}

const control = (id: string, { name, schema, example, where }: Parameter, help: string) => {
  const choices = readChoices(schema)
  const usual = readDefault(schema)
  const common = html`id="${id}-${name}" name="${name}" data-where="${where}" aria-describedby="${help}"`
  if (choices)
    return html`<select ${common}><option value="">${usual || 'not set'}</option>${choices.map((choice) => html`<option>${choice}</option>`)}</select>`
  const isNumber = describeType(schema).text === 'integer'
  return html`<input ${common} type="text" ${isNumber ? html`inputmode="numeric"` : ''} value="${example}" placeholder="${usual}" autocomplete="off" autocapitalize="none" spellcheck="false">`
}

const answers = ({ answers: all }: Route) => html`<details class="answers">
    <summary>What it answers</summary>
    ${all.map(answer)}
  </details>`

const answer = ({ status, description, type, example, schema }: Answer) => {
  const { text, name } = describeType(schema)
  const isJson = example !== undefined
  const shape = name === undefined ? text : html`<a href="#shape-${name}">${text}</a>`
  return html`<div class="answer">
      <h4><span class="status status-${status.charAt(0)}">${status}</span> ${prose(description)}</h4>
      ${type === undefined ? '' : html`<p class="hint">${type}${isJson ? html`, ${shape}` : ''}</p>`}
      ${isJson ? html`<pre tabindex="0" aria-label="Example of ${status}"><code>${example}</code></pre>` : ''}
    </div>`
}
