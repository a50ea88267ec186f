import { html } from 'hono/html'
import { z } from 'zod'
import { toSharePath } from '../../favorites/public-favorites.ts'
import type { OwnProfile } from '../../identity/identity-provider.ts'
import { type KeyScope, keyScopes } from '../../identity/read-keys.ts'
import type { Html } from '../../web/layout.ts'
import { type Form, type Owner, startForm } from '../../web/page-route.ts'
import { toDay } from '../../web/words.ts'
import { type KeyStore, maxKeys, type OwnKey } from '../store/read-keys.ts'

/** The keys that their owner sees. `made` is shown once, because only a hash of a key is stored. */
export interface ShownKeys {
  list: readonly OwnKey[]
  made?: { key: string; scope: KeyScope } | undefined
  error?: string | undefined
}

const wishSchema = z.object({ name: z.string().trim().min(1).max(40), scope: z.enum(keyScopes) })

export const makeKey = async (
  keys: KeyStore,
  form: Form,
  userId: string,
): Promise<Omit<ShownKeys, 'list'>> => {
  const wish = wishSchema.safeParse(form)
  if (!wish.success) return { error: 'Please give the key a name of at most 40 characters.' }
  const { name, scope } = wish.data
  const key = await keys.create(userId, name, scope)
  if (key !== undefined) return { made: { key, scope } }
  return { error: `You have ${maxKeys} keys already. End one that you do not need any more.` }
}

const rights: Readonly<Record<KeyScope, string>> = {
  read: 'See the pictures',
  hearts: 'See the pictures, and change your favorites',
  share: 'Open your share page only',
}

interface KeyOwner extends Owner {
  profile: OwnProfile
}

export const keysSection = ({ list, made, error }: ShownKeys, owner: KeyOwner): Html => html`
  <section class="card manage" id="keys" aria-labelledby="keys-title">
    <h2 id="keys-title">Keys</h2>
    <p>This site is private. With a key, a program, a photo frame or a friend can see its pictures without your password.</p>
    ${made ? newKey(made, owner) : ''}
    ${error ? html`<p class="error" role="alert">${error}</p>` : ''}
    ${startForm(owner, '/account/key')}
      <div class="field">
        <label for="key-name">What it is for</label>
        <input id="key-name" name="name" maxlength="40" placeholder="Photo frame in the kitchen" autocomplete="off" required>
      </div>
      <div class="field">
        <label for="key-scope">What it may do</label>
        <select id="key-scope" name="scope">${keyScopes.map((scope) => html`<option value="${scope}">${rights[scope]}</option>`)}</select>
      </div>
      <button class="button">Make a key</button>
    </form>
    ${list.length > 0 ? html`<ul>${list.map((key) => keyRow(key, owner))}</ul>` : ''}
  </section>`

const newKey = ({ key, scope }: NonNullable<ShownKeys['made']>, { site, profile }: KeyOwner) => {
  const { username } = profile
  const link =
    scope === 'share' && username && `${site.publicUrl}${toSharePath(username)}?key=${key}`
  return html`<div class="notice" role="status">
      <p>${link ? 'Anyone with this link can open your share page.' : html`Programs send it as <code>Authorization: Bearer</code>, or as <code>?key=</code> at the end of an address.`} It is shown only now.</p>
      <p class="buttons share-link">
        <code>${link || key}</code>
        <button class="button quiet" type="button" hidden data-copy="${link || key}">${link ? 'Copy link' : 'Copy key'}</button>
        ${link ? '' : html`<a class="button quiet" href="${site.link(`/connect?key=${key}`)}">Put it into recipes</a>`}
      </p>
    </div>`
}

const keyRow = ({ id, name, scope, createdAt, lastUsedAt }: OwnKey, owner: Owner) => html`<li>
      <span><strong>${name}</strong>: ${rights[scope]}. Made on ${toDay(createdAt)}, ${lastUsedAt ? `last used on ${toDay(lastUsedAt)}` : 'not used yet'}</span>
      ${startForm(owner, '/account/end-key')}
        <input type="hidden" name="id" value="${id}">
        <button class="button quiet" aria-label="End ${name}">End</button>
      </form>
    </li>`
