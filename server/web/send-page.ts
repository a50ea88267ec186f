import type { Context } from 'hono'
import { sendText } from '../http/send-text.ts'
import type { Html } from './layout.ts'

/** Answers a page, or 304 to whoever has the same already. */
export const sendPage = async (c: Context, page: Html) =>
  sendText(c, String(await page), 'text/html; charset=utf-8')
