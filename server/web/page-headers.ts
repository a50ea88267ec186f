import type { Context } from 'hono'

/** Pictures may come from a catalogue or a profile elsewhere; everything else is our own. */
const directives = [
  "default-src 'none'",
  "img-src 'self' data: https: http:",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
]
const policy = directives.join('; ')

/** Nothing of the device is asked for, by us or by whatever got into a page. */
const permissions = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** What a browser may do with a page of ours. */
export const setPageHeaders = (c: Context) => {
  c.header('Content-Security-Policy', policy)
  c.header('X-Content-Type-Options', 'nosniff')
  // With `no-referrer` browsers would send our own forms as if from nowhere.
  c.header('Referrer-Policy', 'same-origin')
  c.header('Permissions-Policy', permissions)
  c.header('Cross-Origin-Opener-Policy', 'same-origin')
}
