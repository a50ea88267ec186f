import { createCatalogueCalls } from './catalogue-calls.ts'
import { createRequest, type FrescoClientOptions } from './create-request.ts'
import { createPeopleCalls } from './people-calls.ts'

/**
 * Every route of a server as a function, in Node, browsers and extensions. What fails is a
 * `FrescoError`; nothing is tried twice.
 */
export const createFrescoClient = (options: FrescoClientOptions) => {
  const request = createRequest(options)
  return { ...createCatalogueCalls(request, options.baseUrl), ...createPeopleCalls(request) }
}

export type FrescoClient = ReturnType<typeof createFrescoClient>
