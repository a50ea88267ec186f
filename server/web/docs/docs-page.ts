import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { CurrentSnapshot } from '../../catalogue/catalogue-store.ts'
import {
  type DocumentOptions,
  type OpenApiDocument,
  withoutNamedParts,
} from '../../http/openapi-document.ts'
import type { Site } from '../../http/site.ts'
import type { RequestAllowance } from '../../ports.ts'
import { assetPath } from '../assets.ts'
import { type Html, page } from '../layout.ts'
import { pageRoute, type SiteDeps, sendPage } from '../page-route.ts'
import {
  fieldList,
  isOwn,
  type Operation,
  prose,
  type Route,
  routeSection,
  type Schema,
} from './route-section.ts'

interface DocsDeps extends SiteDeps, Pick<DocumentOptions, 'rateLimit'> {
  document: () => OpenApiDocument
}

export const addDocsPage = (app: Hono, { document, snapshot, site, rateLimit }: DocsDeps) => {
  pageRoute(app, { path: '/docs', site }, async (c) => {
    c.header('Cache-Control', 'public, max-age=60')
    const described = readDocument(document(), await readExamples(snapshot))
    return sendPage(c, docsPage(described, site, rateLimit?.limit.allowance))
  })
}

type Examples = Readonly<Record<string, string>>

// The examples name a wallpaper that this server has, so that they work. The page needs no catalogue.
const readExamples = async (snapshot: CurrentSnapshot): Promise<Examples> => {
  try {
    const { id, mainFile, cacheFile } = (await snapshot()).catalogue.at(0)
    return {
      'alpine-dawn': id,
      'alpine-dawn.jpg': mainFile,
      'alpine-dawn.webp': cacheFile || `${id}.webp`,
    }
  } catch {
    return {}
  }
}

/** The parts of the OpenAPI document that the page shows, without references to parameters and responses. */
interface Description {
  info: { description: string }
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Readonly<Record<string, Schema>> }
}

const readDocument = (document: OpenApiDocument, examples: Examples): Description =>
  JSON.parse(
    JSON.stringify(withoutNamedParts(document), (key, value) =>
      key === 'example' ? (examples[value] ?? value) : value,
    ),
  )

interface Group {
  name: string
  description: string
  routes: readonly Route[]
}

const docsPage = (
  document: Description,
  site: Site,
  allowance: RequestAllowance | undefined,
): Html => {
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Route => {
      return { ...operation, path, method: method.toUpperCase() }
    }),
  )
  const groups = document.tags
    .map((tag) => ({ ...tag, routes: routes.filter(({ tags }) => tags.includes(tag.name)) }))
    .filter((group) => group.routes.length > 0)
  return page({
    site,
    title: 'API',
    description:
      'A free wallpaper API that needs no key. Read about every route and open its examples.',
    scripted: true,
    head: html`<link rel="stylesheet" href="${site.link(assetPath('docs.css'))}">`,
    body: html`<main id="main" class="docs">
      ${contents(groups)}
      <div>
        ${introduction(document, site)}
        ${groups.map((group) => groupSection(group, site))}
        ${dataTypes(document)}
        ${fairUse(allowance)}
      </div>
    </main>`,
  })
}

const contents = (groups: readonly Group[]) => html`<details class="contents">
    <summary>All routes</summary>
    <nav aria-label="Routes">
      ${groups.map(
        ({ name, routes }) => html`<p><a href="#${name}">${name}</a></p>
      <ul>${routes.map(({ operationId, summary }) => html`<li><a href="#${operationId}">${prose(summary)}</a></li>`)}</ul>`,
      )}
      <p><a href="#shapes">Data types</a></p>
      <p><a href="#fair-use">Limits, fair use and versions</a></p>
    </nav>
  </details>`

const introduction = ({ info }: Description, { publicUrl, link }: Site) => html`
  <h1>The API</h1>
  ${info.description.split('\n\n').map((text, at) => html`<p class="${at === 0 ? 'lead' : ''}">${prose(text)}</p>`)}
  <p>Every path starts with <code>${publicUrl}</code>. Programs can read the API in <a href="${link('/openapi.json')}">openapi.json</a>, and you can generate a client
  for any language from it. The repository has a typed client for JavaScript and TypeScript, which is not on npm: <code>npx tsc -p shared &amp;&amp; npm pack ./shared</code>
  makes a package of it.</p>
  <p>To show a wallpaper in a program that you already have, <a href="${link('/connect')}">copy its recipe</a>.</p>`

const groupSection = ({ name, description, routes }: Group, site: Site) => html`
  <section aria-labelledby="${name}">
    <h2 id="${name}">${name}</h2>
    <p>${prose(description)}</p>
    ${routes.some(isOwn) && html`<p>These examples expect your token in the variable <code>FRESCO_TOKEN</code>. The response to a sign-in has it.</p>`}
    ${routes.map((route) => routeSection(route, site))}
  </section>`

const fairUse = (allowance: RequestAllowance | undefined) => html`
  <section aria-labelledby="fair-use">
    <h2 id="fair-use">Limits, fair use and versions</h2>
    <p>Request only what somebody is about to see, and cache it for as long as <code>Cache-Control</code> says. Please do not poll all the time, copy the whole
    catalogue, get around the limits of <code>count</code> by repeating requests, or build a competing service on this server.</p>
    <p>${describeLimit(allowance)} New limits are announced in the changelog and on this page before they take effect.</p>
    <p>The address of a route has no version. We add fields, parameters and routes at any time. Before we remove or change one, we announce it in the changelog of an
    earlier release. <code>version</code> of <code>/api/instance</code> names the release that a server runs.</p>
    <p>Pages on other sites sign in with a token: send it as <code>Authorization: Bearer …</code>. Cookies are only for pages of this server. Browsers
    block requests from other sites that use <code>credentials: 'include'</code>.</p>
  </section>`

const describeLimit = (allowance: RequestAllowance | undefined) => {
  if (allowance === undefined)
    return html`This server does not limit how many requests a client sends.`
  const { requests, windowSeconds } = allowance
  return html`This server answers ${requests} requests of one client in ${windowSeconds === 1 ? 'a second' : `${windowSeconds} seconds`}. Its responses have
    <code>RateLimit</code> headers, a request over the limit gets 429, and <code>Retry-After</code> says how long to wait.`
}

const dataTypes = ({ components }: Description) => html`
  <section aria-labelledby="shapes">
    <h2 id="shapes">Data types</h2>
    <p>We may add fields, but never remove any. Ignore the fields that you do not know.</p>
    ${Object.entries(components.schemas).map(dataType)}
  </section>`

const dataType = ([name, { properties = {}, required = [] }]: [string, Schema]) => html`
    <article class="card route" id="shape-${name}">
      <h3>${name}</h3>
      ${fieldList(
        Object.entries(properties).map(([field, schema]) => {
          const notes = [!required.includes(field) && 'optional']
          return { name: field, schema, description: schema.description, notes }
        }),
      )}
    </article>`
