import type { Context, MiddlewareHandler } from 'hono'
import { DomainError } from '../../domain-error.ts'
import { siteOf } from '../../http/requests/origin-guard.ts'
import { readBody } from '../../http/requests/read-body.ts'
import type { Form } from './submissions.ts'

const maxBytes = 16 * 1024

/**
 * Lets a form through that comes from our own pages: another site must neither change anything nor
 * sign somebody in as somebody else.
 * @throws DomainError `FORBIDDEN`
 */
export const guardForm =
  (publicUrl: string): MiddlewareHandler =>
  (c, next) => {
    if (siteOf(c, publicUrl) !== 'own')
      throw new DomainError('FORBIDDEN', 'This form is sent by our own pages only')
    c.header('Cache-Control', 'private, no-store')
    return next()
  }

/**
 * The fields of a sent form; anything that is no such form has none.
 * @throws DomainError `BODY_TOO_LARGE` or `INVALID_REQUEST`
 */
export const readForm = async (c: Context): Promise<Form> => {
  const text = new TextDecoder().decode(await readBody(c, maxBytes))
  return Object.fromEntries(new URLSearchParams(text))
}
