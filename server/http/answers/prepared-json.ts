import type { Context } from 'hono'
import type { PreparedAnswer } from '../../catalogue/catalogue.ts'
import { type MaybePromise, whenKnown } from '../../catalogue/snapshot-store.ts'
import { publicHeaders } from '../requests/public-route.ts'
import { withRequestId } from '../server/request-id.ts'
import { compressLater } from './compress-later.ts'

/** The forms of an answer, the smallest first. */
const codings = ['br', 'gzip', 'identity'] as const
type Coding = (typeof codings)[number]

/**
 * Sends, on a `quickRoute`, an answer that was made together with the catalogue, or 304 to whoever has
 * it already.
 */
export const sendPrepared = (c: Context, answer: PreparedAnswer): MaybePromise<Response> =>
  whenKnown(toForms(answer), (forms) => send(c, forms))

const send = (c: Context, forms: readonly Form[]) => {
  const accepted = c.req.header('Accept-Encoding') ?? ''
  const { body, headers } = forms.find(({ coding }) => accepts(accepted, coding)) ?? forms.at(-1)!
  if (forms.some(({ etag }) => matchesEtag(c, etag))) return notModified(c, headers)
  return new Response(body instanceof Uint8Array ? body : body(), {
    headers: withRequestId(c, headers),
  })
}

interface Form {
  coding: Coding
  etag: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array<ArrayBuffer> | (() => ReadableStream<Uint8Array>)
}

const known = new WeakMap<PreparedAnswer, MaybePromise<readonly Form[]>>()

const toForms = (answer: PreparedAnswer): MaybePromise<readonly Form[]> => {
  const found = known.get(answer)
  if (found !== undefined) return found
  const forms = answer.isCompressedLater ? makeAllForms(answer) : makeForms(answer)
  known.set(answer, forms)
  return forms
}

const makeAllForms = async (answer: PreparedAnswer) => {
  const forms = makeForms({ ...answer, ...(await compressLater(answer)) })
  known.set(answer, forms)
  return forms
}

const makeForms = (answer: PreparedAnswer): readonly Form[] =>
  codings.flatMap((coding) => {
    const bytes = coding === 'identity' ? answer.body : answer[coding]
    return bytes === undefined ? [] : [toForm(coding, bytes, answer.etag)]
  })

const toForm = (coding: Coding, bytes: Uint8Array, plainEtag: string): Form => {
  // Other bytes need another strong validator (RFC 9110 §8.8.3).
  const etag = coding === 'identity' ? plainEtag : `${plainEtag.slice(0, -1)}-${coding}"`
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.length),
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    ETag: etag,
    'Cache-Control': 'public, max-age=60',
    Vary: 'Accept-Encoding',
    ...publicHeaders,
  }
  // Memory that threads share cannot be sent as it is.
  const body = bytes.length > chunkBytes ? () => toStream(bytes) : new Uint8Array(bytes)
  return { coding, etag, headers, body }
}

const notModified = (c: Context, all: Form['headers']) => {
  const {
    'Content-Type': _type,
    'Content-Length': _length,
    'Content-Encoding': _coding,
    ...headers
  } = all
  return new Response(null, { status: 304, headers: withRequestId(c, headers) })
}

/** Refused with `q=0` only (RFC 9110 §12.5.3). */
const accepts = (accepted: string, coding: Coding) =>
  coding === 'identity' || (accepted !== '' && accepting[coding].test(accepted))

const toPattern = (coding: string) =>
  new RegExp(
    `(?:^|,)\\s*(?:${coding}|\\*)\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|$)`,
    'i',
  )
const accepting = { br: toPattern('br'), gzip: toPattern('gzip') }

/** Large enough to be quick, small enough that other requests get their turn. */
const chunkBytes = 256_000

/** Copies piece by piece. */
const toStream = (bytes: Uint8Array) => {
  let sent = 0
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      const chunk = new Uint8Array(bytes.subarray(sent, sent + chunkBytes))
      sent += chunk.length
      if (chunk.length > 0) controller.enqueue(chunk)
      if (sent >= bytes.length) controller.close()
    },
  })
}

/** Whether the client already has what `etag` names (RFC 9110 §13.1.2, weak comparison). */
export const matchesEtag = (c: Context, etag: string) =>
  (c.req.header('If-None-Match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*')
