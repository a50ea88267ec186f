import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { type MaybePromise, whenKnown } from '../../catalogue/snapshot-store.ts'

// In the order of preference, because brotli makes smaller bodies.
const codings = ['br', 'gzip'] as const
type Coding = (typeof codings)[number]

/** Returns the content encoding that the client prefers (RFC 9110 §12.5.3), or `undefined` for none. */
export const chooseCoding = (c: Context): Coding | undefined => {
  const chosen = accepts(c, {
    header: 'Accept-Encoding',
    supports: [...codings, 'identity'],
    default: 'identity',
    match: (accepted, { supports, default: none }) => {
      const find = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name)
      const preferenceOf = (coding: string) => (find(coding) ?? find('*'))?.q ?? 0
      const [best = none] = supports.toSorted((one, two) => preferenceOf(two) - preferenceOf(one))
      return preferenceOf(best) > 0 ? best : none
    },
  })
  return codings.find((coding) => coding === chosen)
}

// The compression level. For 4.5 MB, it takes a tenth of the best level's time, for a tenth more bytes.
const level = 4

/** Compresses outside the main thread. Hono's `compress` takes three times as long for 5 kB, and knows no brotli. */
export const compress = (body: string | Uint8Array, coding: Coding) => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return coding === 'br'
    ? promisify(brotliCompress)(body, { params })
    : promisify(gzip)(body, { level })
}

// A shorter body fits into one network packet anyway.
const compressFrom = 1_000

/** Calls `send` with the text, which is compressed if it is long and the client accepts that. */
export const whenCompressed = (
  c: Context,
  text: string,
  send: (body: string | Uint8Array<ArrayBuffer>, coding?: Coding) => Response,
): MaybePromise<Response> => {
  const coding = text.length < compressFrom ? undefined : chooseCoding(c)
  if (coding === undefined) return send(text)
  return whenKnown(compress(text, coding), (body) => send(body, coding))
}
