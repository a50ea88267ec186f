/** The token of `Authorization: Bearer <token>` (the scheme in any case), if that is what is there. */
export const readBearer = (request: Request): string | undefined =>
  /^bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]

/** Whether the request shows a bearer token, well-formed or not: then its cookies do not count. */
export const hasBearer = (request: Request): boolean =>
  /^bearer\b/i.test(request.headers.get('authorization') ?? '')

/** The value of a cookie, decoded; `undefined` when it is absent or cannot be decoded. */
export const readCookie = (request: Request, name: string): string | undefined => {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key = '', ...value] = part.split('=')
    if (key.trim() === name) return decode(value.join('=').trim())
  }
  return undefined
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
