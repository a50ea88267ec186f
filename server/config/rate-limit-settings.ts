import { z } from 'zod'
import type { RequestAllowance } from '../ports.ts'

const unitSeconds = { second: 1, minute: 60, hour: 3600 } as const
const unitSchema = z.enum(['second', 'minute', 'hour'])

/** `600/minute`: how many requests of one client are answered in that time. */
export const rateLimitSchema = z
  .string()
  .regex(/^[1-9]\d{0,8} ?\/ ?(second|minute|hour)$/)
  .transform((text): RequestAllowance => {
    const [requests = '', unit] = text.split('/')
    return {
      requests: Number(requests),
      windowSeconds: unitSeconds[unitSchema.parse(unit?.trim())],
    }
  })
