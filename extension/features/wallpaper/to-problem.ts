import { FrescoError } from '../../../shared/client/fresco-error.ts'
import type { Problem } from './problem.ts'

/** What is wrong with a server, by what a call to it threw; an abort is no answer either. */
export const toProblem = (error: unknown): Problem => {
  if (!(error instanceof FrescoError) || error.status === undefined) return { kind: 'unreachable' }
  const { status } = error
  // A plain web server has no such path: that is no refusal, it is another kind of server.
  return status === 404 || status < 300 ? { kind: 'not-a-catalogue' } : { kind: 'refused', status }
}
