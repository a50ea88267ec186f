import type { Context } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import type { Html } from '../../web/layout.ts'
import { type Form, type Owner, startForm } from '../../web/page-route.ts'
import { countOf, toDay } from '../../web/words.ts'
import { type Invite, inviteLimits, type SignUpPolicy, toInviteLink } from '../store/invites.ts'

/** The invites that an administrator sees. `link` is shown once, because only a hash of its code is stored. */
export interface ShownInvites {
  list: readonly Invite[]
  link?: string | undefined
  error?: string | undefined
}

const wishSchema = z.object({
  days: z.coerce.number().int().min(1).max(inviteLimits.days),
  uses: z.coerce.number().int().min(1).max(inviteLimits.uses),
})

export const makeInvite = async (
  { invites }: SignUpPolicy,
  form: Form,
  { userId, publicUrl }: { userId: string; publicUrl: string },
): Promise<Omit<ShownInvites, 'list'>> => {
  const wish = wishSchema.safeParse(form)
  if (!wish.success)
    return {
      error: `An invite can be valid for 1 to ${inviteLimits.days} days and for 1 to ${inviteLimits.uses} people.`,
    }
  const { code } = await invites.create({ ...wish.data, createdBy: userId })
  return { link: toInviteLink(publicUrl, code) }
}

export const inviteOf = (c: Context) => (c.req.query('invite') ?? '').slice(0, 256)

export const invitesSection = ({ list, link, error }: ShownInvites, owner: Owner): Html => html`
  <section class="card manage" id="invites" aria-labelledby="invites-title">
    <h2 id="invites-title">Invites</h2>
    <p>Only people with an invite can create an account here. You see this because you are an administrator.</p>
    ${link ? newLink(link) : ''}
    ${error ? html`<p class="error" role="alert">${error}</p>` : ''}
    ${startForm(owner, '/account/invite')}
      <div class="field">
        <label for="invite-days">Valid for how many days</label>
        <input id="invite-days" name="days" type="number" min="1" max="${inviteLimits.days}" value="7" required>
      </div>
      <div class="field">
        <label for="invite-uses">For how many people</label>
        <input id="invite-uses" name="uses" type="number" min="1" max="${inviteLimits.uses}" value="1" required>
      </div>
      <button class="button">Make an invite</button>
    </form>
    ${list.length > 0 ? html`<ul>${list.map((invite) => inviteRow(invite, owner))}</ul>` : ''}
  </section>`

const newLink = (link: string) => html`<div class="notice" role="status">
      <p>Send this link to the people you invite. It is shown only now.</p>
      <p class="buttons share-link">
        <a href="${link}">${link.replace(/^https?:\/\//, '')}</a>
        <button class="button quiet" type="button" hidden data-copy="${link}">Copy link</button>
      </p>
    </div>`

const inviteRow = (
  { id, createdAt, expiresAt, uses, usesLeft, createdBy }: Invite,
  owner: Owner,
) => html`<li>
      <span>${id}: made on ${toDay(createdAt)}${createdBy ? ` by @${createdBy}` : ''}, valid until ${toDay(expiresAt)}, ${usesLeft} of ${countOf(uses, 'use')} left</span>
      ${startForm(owner, '/account/revoke')}
        <input type="hidden" name="id" value="${id}">
        <button class="button quiet" aria-label="Revoke ${id}">Revoke</button>
      </form>
    </li>`
