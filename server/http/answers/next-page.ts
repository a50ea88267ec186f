import type { Context } from 'hono'

/** Returns the address of the next page of a list: the same request with another value of one parameter. */
export const nextPageUrl = (c: Context, base: string, name: 'page' | 'offset', value: number) => {
  const { url } = c.req
  const start = url.indexOf('?')
  const others = start < 0 ? '' : url.slice(start + 1).replace(placeOf[name], '')
  return `${base}?${others && `${others}&`}${name}=${value}`.replace(/[<>"]/g, encodeURIComponent)
}

const placeOf = { page: /(?:^|&)page=[^&]*/g, offset: /(?:^|&)offset=[^&]*/g }

/** The header that leads to the next page (RFC 8288). */
export const linkToNext = (url: string) => `<${url}>; rel="next"`
