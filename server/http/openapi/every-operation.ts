import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi'
import { apiErrorSchema } from '../../../shared/service-api.ts'
import type { RequestAllowance } from '../../ports.ts'
import { isRateLimited } from '../requests/rate-limit.ts'
import { type HeaderName, json, refusal, withHeaders } from './responses.ts'

const told = [
  'Limit',
  'LimitPolicy',
  'LimitRequests',
  'LimitRemaining',
  'LimitReset',
  'LimitExposed',
] as const satisfies readonly HeaderName[]

export const limitedPaths = (
  paths: ZodOpenApiPathsObject,
  allowance: RequestAllowance,
): ZodOpenApiPathsObject => {
  const withLimits = createLimits(allowance)
  return mapOperations(paths, (operation, path) =>
    isRateLimited(path) ? withLimits(operation) : operation,
  )
}

/** Adds the answer to a request that cannot be parsed to the operations that document no other 400. */
export const withParseErrors = (paths: ZodOpenApiPathsObject): ZodOpenApiPathsObject =>
  mapOperations(paths, (operation) => ({
    ...operation,
    responses: { 400: notParsed, ...operation.responses },
  }))

// `http-server.ts` answers such a request before any route does, so the answer has no other headers.
const notParsed = {
  ...json(
    'The request could not be parsed, for example because its `Host` header is missing or malformed.',
    apiErrorSchema,
    {
      error:
        "Missing host header: expected the name or address of this server, like 'example.com' or '127.0.0.1:8787'",
    },
    ['AnyOrigin', 'NoSniff'],
  ),
  id: 'NotParsed',
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

const mapOperations = (
  paths: ZodOpenApiPathsObject,
  change: (operation: ZodOpenApiOperationObject, path: string) => ZodOpenApiOperationObject,
): ZodOpenApiPathsObject =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item = {}]) => {
      const changed = { ...item }
      for (const method of methods) {
        const operation = item[method]
        if (operation) changed[method] = change(operation, path)
      }
      return [path, changed]
    }),
  )

const createLimits = ({ requests, windowSeconds }: RequestAllowance) => {
  const tooMany = {
    ...refusal(
      'This client has sent too many requests. The text says when to try again.',
      `Too many requests: ${requests} in ${windowSeconds} seconds are allowed, try again in 12 seconds`,
      'RetryAfter',
    ),
    id: 'TooManyRequests',
  }
  // A response with a name must stay one object, however many operations have it.
  const limited = new Map<ZodOpenApiResponseObject, ZodOpenApiResponseObject>()
  const withLimits = (response: ZodOpenApiResponseObject): ZodOpenApiResponseObject => {
    const found = limited.get(response) ?? {
      ...response,
      headers: { ...response.headers, ...withHeaders(told) },
    }
    limited.set(response, found)
    return found
  }
  return (operation: ZodOpenApiOperationObject): ZodOpenApiOperationObject => {
    const responses = Object.entries({ 429: tooMany, ...operation.responses })
    return {
      ...operation,
      responses: Object.fromEntries(
        responses.map(([status, response]) => [
          status,
          '$ref' in response ? response : withLimits(response),
        ]),
      ),
    }
  }
}
