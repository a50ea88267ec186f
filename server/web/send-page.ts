import type { Context } from 'hono'
import { sendText } from '../http/answers/send-text.ts'
import type { Html } from './layout.ts'

/** Answers a page, or 304 to whoever has the same already. */
export const sendPage = async (c: Context, page: Html) => {
  // Compression says so of what it compresses; 304 and HEAD must say it as well (RFC 9110 §15.4.5).
  c.header('Vary', 'Accept-Encoding', { append: true })
  return sendText(c, String(await page), 'text/html; charset=utf-8')
}
