import type { Instance } from '../../../shared/catalogue-api.ts'
import { connect, toProblem } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import type { Problem } from '../../remote/problem.ts'

const deadlineMs = 8_000

export type ServerCheck =
  | { kind: 'connected'; instance: Instance }
  | { kind: 'problem'; problem: Problem }

/** Asks a server who it is (`GET /api/instance`); it never throws. */
export const checkServer = async (server: string, fetch?: Fetch): Promise<ServerCheck> => {
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    return { kind: 'connected', instance: await connect(server, { fetch }).getInstance({ signal }) }
  } catch (error) {
    return { kind: 'problem', problem: toProblem(error) }
  }
}
