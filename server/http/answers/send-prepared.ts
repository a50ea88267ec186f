import type { Context } from 'hono'
import type { PreparedAnswer } from '../../catalogue/catalogue.ts'
import { type MaybePromise, whenKnown } from '../../catalogue/snapshot-store.ts'
import { chooseCoding, compress } from './compress.ts'
import { publicHeaders } from './headers.ts'
import { answerUnchanged, matchesEtag, withRequestId } from './send.ts'

export const sendPrepared = (c: Context, answer: PreparedAnswer): MaybePromise<Response> =>
  whenKnown(toForms(answer), (forms) => send(c, forms))

const send = (c: Context, forms: Forms) => {
  const coding = forms.br && chooseCoding(c)
  const { body, headers } = (coding && forms[coding]) ?? forms.plain
  const { plain, br, gzip } = forms
  if ([plain, br, gzip].some((form) => form && matchesEtag(c, form.headers.ETag)))
    return answerUnchanged(c, headers)
  return new Response(body instanceof Uint8Array ? body : body(), {
    headers: withRequestId(c, headers),
  })
}

type Form = ReturnType<typeof toForm>

interface Forms {
  plain: Form
  br?: Form
  gzip?: Form
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
  const [br, gzip] = await Promise.all([compress(answer.body, 'br'), compress(answer.body, 'gzip')])
  const forms = makeForms({ ...answer, br, gzip })
  known.set(answer, forms)
  return forms
}

const makeForms = ({ body, etag, br, gzip }: PreparedAnswer): Forms => ({
  plain: toForm(body, etag),
  ...(br && { br: toForm(br, etag, 'br') }),
  ...(gzip && { gzip: toForm(gzip, etag, 'gzip') }),
})

const toForm = (bytes: Uint8Array, plainEtag: string, coding?: string) => {
  // A compressed response has other bytes, so it needs another strong ETag (RFC 9110 §8.8.3).
  const etag = coding === undefined ? plainEtag : `${plainEtag.slice(0, -1)}-${coding}"`
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.length),
    ...(coding && { 'Content-Encoding': coding }),
    ETag: etag,
    'Cache-Control': 'public, max-age=60',
    Vary: 'Accept-Encoding',
    ...publicHeaders,
  }
  // The body is copied out of shared memory, because Node cannot send a SharedArrayBuffer.
  const body = bytes.length > chunkBytes ? () => toStream(bytes) : new Uint8Array(bytes)
  return { headers, body }
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
