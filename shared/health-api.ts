import { z } from 'zod'

/** `GET /livez` and `GET /healthz`: the process is there. */
export const aliveSchema = z.object({ status: z.literal('ok') })
export type Alive = z.infer<typeof aliveSchema>

/** One thing that a server needs; what else is known of it differs from thing to thing. */
const partSchema = z.looseObject({
  ready: z.boolean(),
  problem: z.string().describe('What is wrong, without addresses or names.').optional(),
})

/** `GET /readyz`; besides these fields, each other thing that the server needs has one, by its name. */
export const readinessSchema = z.looseObject({
  status: z
    .enum(['ready', 'degraded', 'starting', 'stopping'])
    .describe(
      '`degraded`: the catalogue is served, something else is away. `stopping`: requests should go elsewhere.',
    ),
  sources: z.record(z.string(), partSchema).describe('Where wallpapers and pictures come from.'),
  accounts: partSchema.describe('The database of the accounts.').optional(),
  redis: partSchema.describe('What many servers share.').optional(),
})
export type Readiness = z.infer<typeof readinessSchema>
