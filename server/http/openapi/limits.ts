import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi'
import type { RequestAllowance } from '../../ports.ts'
import { isRateLimited } from '../requests/rate-limit.ts'
import { type HeaderName, htmlPage, refusal, withHeaders } from './responses.ts'

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
): ZodOpenApiPathsObject =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item = {}]) => [
      path,
      isRateLimited(path) ? limitedItem(item, allowance) : item,
    ]),
  )

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

const limitedItem = (item: NonNullable<ZodOpenApiPathsObject[string]>, of: RequestAllowance) => {
  const limited = { ...item }
  for (const method of methods) {
    const operation = item[method]
    if (operation) limited[method] = limitedOperation(operation, of)
  }
  return limited
}

const limitedOperation = (
  operation: ZodOpenApiOperationObject,
  { requests, windowSeconds }: RequestAllowance,
): ZodOpenApiOperationObject => {
  const tooMany = operation.tags?.includes('Pages')
    ? htmlPage('This client has sent too many requests.', 'Caching', 'Vary', 'RetryAfter')
    : refusal(
        'This client has sent too many requests. The text says when to try again.',
        `Too many requests: ${requests} in ${windowSeconds} seconds are allowed, try again in 12 seconds`,
        'RetryAfter',
      )
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

const withLimits = (response: ZodOpenApiResponseObject): ZodOpenApiResponseObject => ({
  ...response,
  headers: { ...response.headers, ...withHeaders(told) },
})
