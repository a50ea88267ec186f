import { z } from 'zod'

/** The body of every error under `/api` (spec §7). `debug` is there in development only. */
export const apiErrorSchema = z.object({ error: z.string(), debug: z.string().optional() })
export type ApiError = z.infer<typeof apiErrorSchema>
