/**
 * The name of the session cookie of local accounts. The prefix `__Host-` binds it to this very host
 * over https (RFC 6265bis §4.1.3.2); browsers refuse it on a server without https.
 */
export const sessionCookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-fresco_session' : 'fresco_session'
