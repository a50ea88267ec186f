import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { DomainError } from '../../domain-error.ts'
import { siteOf } from '../../http/origin-guard.ts'
import type { Form } from './submissions.ts'

const maxBytes = 16 * 1024

/**
 * Lets a form through that is small and comes from our own pages: another site must neither change
 * anything nor sign somebody in as somebody else.
 * @throws DomainError `FORBIDDEN` or `BODY_TOO_LARGE`
 */
export const guardForm = (publicUrl: string): MiddlewareHandler => {
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new DomainError('BODY_TOO_LARGE', `Expected a form of at most ${maxBytes} bytes`)
    },
  })
  return (c, next) => {
    if (siteOf(c, publicUrl) !== 'own')
      throw new DomainError('FORBIDDEN', 'This form is sent by our own pages only')
    c.header('Cache-Control', 'private, no-store')
    return limit(c, next)
  }
}

/** The fields of a sent form; anything that is no such form has none. */
export const readForm = async (c: Context): Promise<Form> =>
  Object.fromEntries(new URLSearchParams(await c.req.text()))
