import { connect } from '../../remote/connect.ts'
import type { Fetch } from '../../remote/http.ts'
import { problemOf } from '../../remote/problem.ts'

const deadlineMs = 8_000

export const checkServer = async (server: string, fetch?: Fetch) => {
  try {
    const instance = await connect(server, { fetch, deadlineMs }).getInstance()
    return { kind: 'connected' as const, instance }
  } catch (error) {
    return { kind: 'problem' as const, problem: problemOf(error) }
  }
}
