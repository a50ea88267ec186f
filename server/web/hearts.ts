import { html } from 'hono/html'
import type { Wallpaper } from '../../shared/catalogue/wallpaper.ts'
import { extensionId } from '../../shared/extension-id.ts'
import { isWallpaperId } from '../../shared/ids.ts'
import type { Site } from '../http/site.ts'
import type { Form } from './page-route.ts'

export const heartShape = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 20.500 4.200 12.900a5 5 0 0 1 7.100-7.100l.7.700.7-.700a5 5 0 0 1 7.100 7.100z"/></svg>`

/** Tells the script of the pages where accounts are stored, and which extension may take over hearts. */
export const heartsAt = (site: Site) =>
  html`<meta name="hearts" content="${site.link('/')}" data-extensions="${extensionId}">`

export const heartButton = ({ id, title }: Wallpaper) =>
  html`<button class="button keep" type="button" hidden data-heart="${id}" aria-pressed="false" aria-label="Favorite: ${title}">${heartShape}</button>`

/** The hidden fields of a heart's form. `userId` is empty if nobody was signed in when the page was loaded. */
export const heartFields = ({ id, action, userId }: Form) =>
  html`<input type="hidden" name="id" value="${id}"><input type="hidden" name="action" value="${action}"><input type="hidden" name="userId" value="${userId}">`

/** The change that a heart's form asks for. */
export const toHeartChange = ({ id = '', action }: Form) =>
  isWallpaperId(id) ? ({ id, action: action === 'remove' ? 'remove' : 'add' } as const) : undefined
