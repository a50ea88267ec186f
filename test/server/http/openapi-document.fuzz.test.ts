import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutNamedParts } from '../../../server/http/openapi-document.ts'
import { pagesOf } from '../../lab/fuzz/pages.ts'
import { runFuzz } from '../../lab/fuzz/run.ts'
import { isLongRun } from '../../long-run.ts'
import { publicUrl } from '../../test-app.ts'
import { type Served, serveLocally } from '../../tools/servers/serve-locally.ts'
import { makePerson, password } from '../web/web-app.ts'
import { createServers, describeServer, type Servers } from './openapi/servers.ts'

/** A fixed seed makes every run send the same requests. `npm run lab -- fuzz` uses random seeds. */
const seed = 20_261_122

describe('whatever is asked of the routes of the OpenAPI document and of the pages', () => {
  let servers: Servers
  let served: Served
  beforeAll(async () => {
    servers = await createServers()
    served = await serveLocally(servers.usual.fetch)
  })
  afterAll(async () => {
    await served.close()
    await servers.close()
  })

  it('no answer is a failure, out of shape, or what the sender wrote into it', async () => {
    const document = await describeServer('local')
    const requests = isLongRun ? 5000 : 300
    const { asked, failure } = await runFuzz({
      origin: served.url,
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
