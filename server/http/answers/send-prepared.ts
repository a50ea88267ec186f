import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { PreparedAnswer } from '../../catalogue/catalogue.ts'
import { type MaybePromise, whenKnown } from '../../catalogue/snapshot-store.ts'
import { publicHeaders } from './headers.ts'
import { matchesEtag, withRequestId } from './send.ts'

export const sendPrepared = (c: Context, answer: PreparedAnswer): MaybePromise<Response> =>
  whenKnown(toForms(answer), (forms) => send(c, forms))

const send = (c: Context, forms: Forms) => {
  const { body, headers } = chooseForm(c, forms)
  const { plain, compressed } = forms
  if ([plain, ...compressed].some(({ etag }) => matchesEtag(c, etag)))
    return notModified(c, headers)
  return new Response(body instanceof Uint8Array ? body : body(), {
    headers: withRequestId(c, headers),
  })
}

const codings = ['br', 'gzip'] as const

interface Form {
  coding: (typeof codings)[number] | 'identity'
  etag: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array<ArrayBuffer> | (() => ReadableStream<Uint8Array>)
}

interface Forms {
  plain: Form
  compressed: readonly Form[]
}

const chooseForm = (c: Context, { plain, compressed }: Forms): Form => {
  if (compressed.length === 0) return plain
  const chosen = accepts(c, {
    header: 'Accept-Encoding',
    supports: compressed.map(({ coding }) => coding),
    default: 'identity',
    // Chooses the smallest content encoding that the client accepts. The preference (`q`) in `Accept-Encoding` is
    // ignored, except that `q=0` excludes an encoding.
    match: (accepted, { supports, default: none }) => {
      const find = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name)
      return supports.find((coding) => ((find(coding) ?? find('*'))?.q ?? 0) > 0) ?? none
    },
  })
  return compressed.find(({ coding }) => coding === chosen) ?? plain
}

const known = new WeakMap<PreparedAnswer, MaybePromise<Forms>>()

const toForms = (answer: PreparedAnswer): MaybePromise<Forms> => {
  const found = known.get(answer)
  if (found !== undefined) return found
  const forms = answer.isCompressedLater ? compressAndMakeForms(answer) : makeForms(answer)
  known.set(answer, forms)
  return forms
}

const compressAndMakeForms = async (answer: PreparedAnswer) => {
  const forms = makeForms({ ...answer, ...(await compress(answer)) })
  known.set(answer, forms)
  return forms
}

// The compression level. For 4.5 MB, it takes a tenth of the best level's time, for a tenth more bytes.
const level = 4

const compress = async (answer: PreparedAnswer): Promise<Pick<PreparedAnswer, 'gzip' | 'br'>> => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_SIZE_HINT]: answer.body.length,
  }
  const [zipped, br] = await Promise.all([
    promisify(gzip)(answer.body, { level }),
    promisify(brotliCompress)(answer.body, { params }),
  ])
  return { gzip: zipped, br }
}

const makeForms = (answer: PreparedAnswer): Forms => ({
  plain: toForm('identity', answer.body, answer.etag),
  compressed: codings.flatMap((coding) => {
    const bytes = answer[coding]
    // A compressed response has other bytes, so it needs another strong ETag (RFC 9110 §8.8.3).
    return bytes ? [toForm(coding, bytes, `${answer.etag.slice(0, -1)}-${coding}"`)] : []
  }),
})

const toForm = (coding: Form['coding'], bytes: Uint8Array, etag: string): Form => {
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.length),
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    ETag: etag,
    'Cache-Control': 'public, max-age=60',
    Vary: 'Accept-Encoding',
    ...publicHeaders,
  }
  // The body is copied out of shared memory, because Node cannot send a SharedArrayBuffer.
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

const chunkBytes = 256_000

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
