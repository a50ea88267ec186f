import { z } from 'zod'

/** The body of every error response under `/api`. Only a server in development mode sends `debug`. */
export const apiErrorSchema = z
  .object({
    error: z.string().describe('Which value was wrong, why, and what is accepted.'),
    debug: z.string().optional().describe('The cause. Only a server in development sends it.'),
  })
  .meta({ id: 'Error', description: 'Why a request failed.' })
export type ApiError = z.infer<typeof apiErrorSchema>

export const apiIndexSchema = z
  .object({
    documentation: z.string().describe('The URL of the documentation for people.'),
    openapi: z.string().describe('The URL of the documentation for programs, in OpenAPI 3.1.'),
  })
  .meta({ id: 'ApiLinks', description: 'Where the API is described.' })
export type ApiIndex = z.infer<typeof apiIndexSchema>

export const instanceSchema = z
  .object({
    name: z.string().describe('The name of this server.'),
    version: z.string().describe('The version of its software.'),
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
      .object({ name: z.string().describe('Its name, for the text of a button.') })
      .describe(
        'The OpenID Connect provider at which people can sign in, on the account page of this server. Absent if there is none.',
      )
      .optional(),
    publishableKey: z
      .string()
      .describe('The public key that a Clerk client needs to start.')
      .optional(),
  })
  .meta({ id: 'Instance', description: 'This server, and how people sign in to it.' })
export type Instance = z.infer<typeof instanceSchema>

export const aliveSchema = z
  .object({ status: z.literal('ok').describe('Always `ok`.') })
  .meta({ id: 'Alive', description: 'The process is running.' })

const partSchema = z
  .looseObject({
    ready: z.boolean().describe('Whether it can be used.'),
    problem: z
      .string()
      .describe('What is wrong. The text contains no network addresses and no host names.')
      .optional(),
  })
  .meta({ id: 'ReadinessOfPart', description: 'A part of the server, or a service it depends on.' })

export const readinessSchema = z
  .looseObject({
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
  .meta({ id: 'Readiness', description: 'Whether the server can answer requests.' })
