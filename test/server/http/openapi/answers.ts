import type { OpenApiDocument } from '../../../../server/http/openapi-document.ts'
import { publicUrl } from '../../../test-app.ts'
import { differencesOf, listOperations } from './conformity.ts'
import type { Asked } from './requests.ts'
import type { Servers } from './servers.ts'

/** Compares answers with the operations of a document, and remembers which statuses they have had. */
export const createAnswerCheck = (document: OpenApiDocument) => {
  const operations = new Map(
    listOperations(document).map((listed) => [listed.operation.operationId ?? '', listed]),
  )
  const documented = [...operations].flatMap(([id, { operation }]) =>
    Object.keys(operation.responses ?? {}).map((status) => `${id} ${status}`),
  )
  const seen = new Set<string>()

  const compare = async (id: string, answer: Response): Promise<string[]> => {
    const found = operations.get(id)
    if (found === undefined) return [`${id} is not described`]
    seen.add(`${id} ${answer.status}`)
    return differencesOf(document, found.operation, answer)
  }

  const ask = (servers: Servers, { id, path, server = 'usual', ...init }: Asked) => {
    const method = operations.get(id)?.method.toUpperCase() ?? 'GET'
    return servers[server].request(`${publicUrl}${path}`, { ...init, method })
  }

  return {
    operations,
    documented,
    compare,
    listUnseen: () => documented.filter((answer) => !seen.has(answer)),
    /** Sends the requests one after another, because some depend on the effects of earlier ones. */
    problemsOf: async (servers: Servers, requests: readonly Asked[]) => {
      const problems: string[] = []
      for (const request of requests) {
        const answer = await ask(servers, request)
        const { id, path, status } = request
        const expected = answer.status === status ? [] : [`${answer.status} instead of ${status}`]
        for (const problem of [...expected, ...(await compare(id, answer))])
          problems.push(`${id} ${path}: ${problem}`)
      }
      return problems
    },
    withStatus: (requests: readonly Asked[], status: number) =>
      [...operations.keys()]
        .filter((id) => documented.includes(`${id} ${status}`))
        .map((id) => requests.find((request) => request.id === id && request.status < 400))
        .filter((request) => request !== undefined)
        .map((request) => ({ ...request, status })),
  }
}
