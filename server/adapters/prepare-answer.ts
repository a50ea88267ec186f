import { hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { PrepareAnswer } from '../catalogue/catalogue.ts'
import { toSharedBytes } from '../catalogue/packed/shared-arrays.ts'

// Shorter bodies fit in one packet without compression.
const compressFrom = 1_000
// Compressing longer bodies would take seconds.
const compressTo = 32_000_000
// Compressing a body of this length takes a few milliseconds.
const compressNowTo = 100_000
const level = 9

export const prepareAnswer: PrepareAnswer = (body) => ({
  body,
  etag: `"${hash('sha256', body, 'base64url').slice(0, 27)}"`,
  ...(body.length >= compressFrom && body.length <= compressNowTo ? compress(body) : plain),
  isCompressedLater: body.length > compressNowTo && body.length <= compressTo,
})

const plain = { gzip: undefined, br: undefined }

const compress = (body: Uint8Array) => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return {
    gzip: toSharedBytes(gzipSync(body, { level })),
    br: toSharedBytes(brotliCompressSync(body, { params })),
  }
}
