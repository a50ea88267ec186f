import { html } from 'hono/html'
import type { OpenApiDocument } from '../../http/openapi/document.ts'
import type { Html } from '../layout.ts'
import { describeType, isRecord, readText } from './json-schema.ts'
import { prose } from './prose.ts'

/** The fields of everything that answers are made of. */
export const shapes = ({ components }: OpenApiDocument): Html => html`
  <section aria-labelledby="shapes">
    <h2 id="shapes">Shapes</h2>
    <p>More fields may come, none will go: do not mind those that you do not know.</p>
    ${Object.entries(components?.schemas ?? {}).map(([name, schema]) => shape(name, schema))}
  </section>`

const shape = (name: string, schema: unknown) => {
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}
  const required = isRecord(schema) && Array.isArray(schema.required) ? schema.required : []
  return html`<details class="shape" id="shape-${name}">
      <summary>${name}</summary>
      <dl>${Object.entries(properties).map(
        ([field, of]) => html`<div>
        <dt><code>${field}</code> ${typeOf(of)}${required.includes(field) ? '' : html` <span>not always there</span>`}</dt>
        <dd>${prose(isRecord(of) ? readText(of.description) : '')}</dd>
      </div>`,
      )}</dl>
    </details>`
}

const typeOf = (schema: unknown) => {
  const { text, name } = describeType(schema)
  return name === undefined
    ? html`<span>${text}</span>`
    : html`<a href="#shape-${name}">${text}</a>`
}
