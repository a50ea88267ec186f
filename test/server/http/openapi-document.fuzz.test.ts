import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutNamedParts } from '../../../server/http/openapi-document.ts'
import { createHttpServer } from '../../../server/http/server/http-server.ts'
import { pagesOf } from '../../lab/fuzz/pages.ts'
import { runFuzz } from '../../lab/fuzz/run.ts'
import { isLongRun } from '../../long-run.ts'
import { publicUrl } from '../../test-app.ts'
import { closeServer, listenLocally } from '../../tools/servers/sockets.ts'
import { makePerson, password } from '../web/web-app.ts'
import { createServers, describeServer, type Servers } from './openapi/servers.ts'

/** A fixed seed makes every run send the same requests. `npm run lab -- fuzz` uses random seeds. */
const seed = 20_261_122

describe('whatever is asked of the routes of the OpenAPI document and of the pages', () => {
  let servers: Servers
  let server: ReturnType<typeof createHttpServer>
  let port: number
  beforeAll(async () => {
    servers = await createServers()
    server = createHttpServer(servers.usual.fetch)
    port = await listenLocally(server)
  })
  afterAll(async () => {
    await closeServer(server)
    await servers.close()
  })

  it('no answer is a failure, out of shape, or what the sender wrote into it', async () => {
    const document = await describeServer('local')
    const requests = isLongRun ? 5000 : 300
    const { asked, failure } = await runFuzz({
      origin: `http://127.0.0.1:${port}`,
      publicUrl,
      paths: { ...withoutNamedParts(document).paths, ...pagesOf('local') },
      requests,
      seed,
      signUp: async () => {
        const { headers } = await makePerson(servers.web)
        const token = decodeURIComponent(headers.Cookie.split('=')[1] ?? '')
        return { token, cookie: headers.Cookie }
      },
      known: ['lake-view', 'pine-wood', 'lake-view.jpg', 'nature', 'blue', 'person_1', password],
    })
    expect(failure).toBeUndefined()
    expect(asked).toHaveLength(requests)
    expect(asked.filter(({ status }) => status < 300).length).toBeGreaterThan(requests / 4)
  })
})
