import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { PrepareAnswer } from '../catalogue/prepared-answer.ts'
import { toSharedBytes } from '../catalogue/shared-arrays.ts'

/** Shorter bodies fit a packet anyway; longer ones are not worth the seconds they take. */
const compressFrom = 1_000
const compressTo = 32_000_000
/** Up to here the smallest result takes a few milliseconds. */
const compressWellTo = 100_000
/** Beyond it: of 4.5 MB, a tenth of the time for a tenth more bytes. */
const quickLevel = 4
const bestLevel = 9

export const prepareAnswer: PrepareAnswer = (body) => ({
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
  ...(isWorthIt(body.length) ? compress(body) : { gzip: undefined, br: undefined }),
})

const isWorthIt = (length: number) => length >= compressFrom && length <= compressTo

const compress = (body: Uint8Array) => {
  const level = body.length <= compressWellTo ? bestLevel : quickLevel
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return {
    gzip: toSharedBytes(gzipSync(body, { level })),
    br: toSharedBytes(brotliCompressSync(body, { params })),
  }
}
