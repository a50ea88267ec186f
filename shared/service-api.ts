import { z } from 'zod'

/** The body of every error response under `/api` (spec §7). Only a server in development mode sends `debug`. */
export const apiErrorSchema = z.object({ error: z.string(), debug: z.string().optional() })
export type ApiError = z.infer<typeof apiErrorSchema>

export const apiIndexSchema = z.object({
  documentation: z.string().describe('The URL of the documentation for people.'),
  openapi: z.string().describe('The URL of the documentation for programs, in OpenAPI 3.1.'),
})
export type ApiIndex = z.infer<typeof apiIndexSchema>

export const instanceSchema = z.object({
  name: z.string(),
  version: z.string(),
  identity: z.enum(['none', 'local', 'clerk']).describe('How people sign in to this server.'),
  signUp: z
    .enum(['open', 'invite', 'closed'])
    .describe(
      'Who can create an account on this server: everybody, people with an invite, or nobody. Absent if accounts are elsewhere.',
    )
    .optional(),
  passwords: z
    .boolean()
    .describe('Whether people can sign in with a password. Absent if accounts are elsewhere.')
    .optional(),
  provider: z
    .object({ name: z.string() })
    .describe(
      'The OpenID Connect provider at which people can sign in, on the account page of this server. Absent if there is none.',
    )
    .optional(),
  publishableKey: z
    .string()
    .describe('The public key that a Clerk client needs to start.')
    .optional(),
})
export type Instance = z.infer<typeof instanceSchema>

export const aliveSchema = z.object({ status: z.literal('ok') })

const partSchema = z.looseObject({
  ready: z.boolean(),
  problem: z
    .string()
    .describe('What is wrong. The text contains no network addresses and no host names.')
    .optional(),
})

export const readinessSchema = z.looseObject({
  status: z
    .enum(['ready', 'degraded', 'starting', 'stopping'])
    .describe(
      '`degraded`: the catalogue works, but something else is down. `stopping`: send requests to another server.',
    ),
  sources: z
    .record(z.string(), partSchema)
    .describe('The state of each source of wallpapers and pictures.'),
  accounts: partSchema.describe('The state of the accounts database.').optional(),
  redis: partSchema
    .describe('The state of Redis, which several replicas of the server share.')
    .optional(),
})
