import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { PrepareAnswer } from '../catalogue/prepared-answer.ts'
import { toSharedBytes } from '../catalogue/shared-arrays.ts'

/** Shorter bodies fit a packet anyway; longer ones are not worth the seconds they take. */
const gzipFrom = 1_000
const gzipTo = 32_000_000

export const prepareAnswer: PrepareAnswer = (body) => ({
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
  gzip:
    body.length >= gzipFrom && body.length <= gzipTo ? toSharedBytes(gzipSync(body)) : undefined,
})
