import { hash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { PrepareAnswer } from '../catalogue/catalogue.ts'
import { toSharedBytes } from '../catalogue/packed/shared-arrays.ts'

// A shorter body fits into one network packet anyway.
const compressFrom = 1_000
// Compressing a longer body would take seconds.
const compressTo = 32_000_000
// Compressing this much takes a few milliseconds. A longer body is compressed at its first request.
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
