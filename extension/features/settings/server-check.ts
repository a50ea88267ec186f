import { type Instance, instanceSchema } from '../../../shared/catalogue-api.ts'
import { type Fetch, get, readJson } from '../../platform/http.ts'
import type { Problem } from '../wallpaper/problem.ts'

const DEADLINE_MS = 8_000

export type ServerCheck =
  | { kind: 'connected'; instance: Instance }
  | { kind: 'problem'; problem: Problem }

/** Asks a server who it is (`GET /api/instance`); it never throws. */
export const checkServer = async (server: string, fetch?: Fetch): Promise<ServerCheck> => {
  try {
    const url = `${server}/api/instance`
    const response = await get(url, { deadlineMs: DEADLINE_MS, ...(fetch && { fetch }) })
    return toCheck(response, await readJson(response))
  } catch {
    return { kind: 'problem', problem: { kind: 'unreachable' } }
  }
}

const toCheck = ({ ok, status }: Response, body: unknown): ServerCheck => {
  if (!ok && status !== 404) return { kind: 'problem', problem: { kind: 'refused', status } }
  const { success, data } = instanceSchema.safeParse(body)
  if (!success) return { kind: 'problem', problem: { kind: 'not-a-catalogue' } }
  return { kind: 'connected', instance: data }
}
