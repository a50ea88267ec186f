import { html } from 'hono/html'
import type { ShownSource } from '../../ports.ts'
import type { Html } from '../../web/layout.ts'
import { type Form, type Owner, startForm } from '../../web/page-route.ts'
import { countOf } from '../../web/words.ts'
import { field } from './form-fields.ts'

export interface ShownSources {
  list: readonly ShownSource[]
  tested?: string | undefined
  /** Why a new source was refused, and the values in the form. */
  error?: string | undefined
  values?: Form
}

/** The kinds of sources in the form, by their settings. */
const kinds: Readonly<Record<string, string>> = {
  FEEDS: 'Feed (RSS, Atom, JSON Feed)',
  WEBDAV_FOLDERS: 'Folder of Nextcloud or WebDAV',
  IMMICH_URL: 'Immich',
  IMMICH_LINKS: 'Shared link of Immich',
  JSON_LISTS: 'List in JSON',
  COMMONS_SUBJECTS: 'Wikimedia Commons',
}

/** Makes the settings that the environment would have for the source in the form. */
export const toSettings = (form: Form): Form => {
  const { kind = '', name = '', address = '', user = '', secret = '', take = '' } = form
  if (kind === 'IMMICH_URL')
    return { IMMICH_URL: address, IMMICH_API_KEY: secret, IMMICH_TAKE: take }
  if (kind === 'COMMONS_SUBJECTS') return { COMMONS_SUBJECTS: address }
  if (!Object.hasOwn(kinds, kind)) return {}
  const url = URL.parse(address)
  if (url && (user || secret)) Object.assign(url, { username: user, password: secret })
  const target = (user || secret ? (url?.href ?? address) : address).replaceAll(',', '%2C')
  return { [kind]: name ? `${name}=${target}` : target }
}

export const sourcesSection = (
  { list, tested, error, values }: ShownSources,
  owner: Owner,
): Html => {
  const state = { values: values ?? {} }
  const text = { autocomplete: 'off', maxLength: 2_000, optional: true } as const
  return html`
  <section class="card manage" id="sources" aria-labelledby="sources-title">
    <h2 id="sources-title">Sources</h2>
    <p>The server pulls pictures from these sources and shows them to ${owner.site.isPrivate ? 'people with an account' : 'everybody who can reach it'}. You see this because you are an administrator.</p>
    ${tested && html`<p class="notice" role="status">${tested}</p>`}
    ${list.length > 0 && html`<ul>${list.map((source) => sourceRow(source, owner))}</ul>`}
    <details ${error && 'open'}>
      <summary>Add a source</summary>
      ${startForm(owner, '/account/add-source')}
        ${error && html`<p class="error" role="alert">${error}</p>`}
        <div class="field">
          <label for="source-kind">Kind</label>
          <select id="source-kind" name="kind">${Object.entries(kinds).map(([kind, label]) => html`<option value="${kind}" ${kind === values?.kind && 'selected'}>${label}</option>`)}</select>
        </div>
        ${field({ ...text, id: 'source-address', name: 'address', label: 'Address', optional: false, hint: 'For Wikimedia Commons: subjects, such as mountains, northern lights.' }, state)}
        ${field({ ...text, id: 'source-name', name: 'name', label: 'Name', hint: 'Default: the host in the address.' }, state)}
        ${field({ ...text, id: 'source-user', name: 'user', label: 'User', hint: 'For folders that need a login.' }, state)}
        ${field({ ...text, id: 'source-secret', name: 'secret', label: 'Password or key', type: 'password', autocomplete: 'new-password', hint: 'An app password of Nextcloud, or an API key of Immich. It is stored in plain text, and never shown again.' }, state)}
        ${field({ ...text, id: 'source-take', name: 'take', label: 'What to take from Immich', hint: 'all, favorites (the default), albums, album:NAME, person:NAME or search:WORDS, separated by commas.' }, state)}
        <button class="button">Add</button>
      </form>
    </details>
  </section>`
}

const sourceRow = ({ id, name, setting, isPaused, status }: ShownSource, owner: Owner) => {
  const { pictures = 0, problem, reason } = status ?? {}
  const kind = kinds[setting] ?? 'Immich'
  const act = (action: string, label: string) =>
    html`<button class="button quiet" name="action" value="${action}" aria-label="${label} ${name}">${label}</button> `
  return html`<li>
      <div>
        <strong dir="auto">${name}</strong>${isPaused && html` <span class="here">Paused</span>`}
        <p>${kind}: ${status ? countOf(pictures, 'picture') : 'not checked yet'}${id === undefined && ', in the settings of the server'}</p>
        ${!isPaused && (problem ?? reason) && html`<p class="error">${problem ?? reason}</p>`}
      </div>
      ${id && html`${startForm(owner, '/account/source', 'buttons')}<input type="hidden" name="id" value="${id}">${act('test', 'Test')}${isPaused ? act('resume', 'Resume') : act('pause', 'Pause')}${act('remove', 'Remove')}</form>`}
    </li>`
}
