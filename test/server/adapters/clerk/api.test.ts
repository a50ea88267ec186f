import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createClerkApi } from '../../../../server/adapters/clerk/api.ts'
import { closeServer, listenLocally } from '../../../tools/servers/sockets.ts'

const secretKey = 'sk_live_x'

/** Starts a server that answers every request with the given headers and records the requests. */
const startServer = async (headers: Record<string, string>, status: number) => {
  const told: string[] = []
  const server = createServer((request, response) => {
    told.push(`${request.url} ${JSON.stringify(request.headers)}`)
    response.writeHead(status, headers).end('{}')
  })
  const url = `http://127.0.0.1:${await listenLocally(server)}`
  return { told, url, stop: () => closeServer(server) }
}

describe('createClerkApi', () => {
  it('gives its key to no server that it is led to', async () => {
    const elsewhere = await startServer({}, 401)
    const leading = await startServer({ Location: elsewhere.url }, 302)
    const api = createClerkApi({
      secretKey,
      publishableKey: `pk_live_${Buffer.from('clerk.test$').toString('base64')}`,
      apiUrl: leading.url,
    })
    await expect(api.findUser('user_1')).rejects.toThrow()
    await expect(api.mergeMetadata('user_1', { favorites: [] })).rejects.toThrow()
    expect(leading.told.join()).toContain(secretKey)
    expect(elsewhere.told.join()).not.toContain(secretKey)
    await Promise.all([elsewhere.stop(), leading.stop()])
  })
})
