import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenApiDocument, withoutNamedParts } from '../../../server/http/openapi-document.ts'
import { createHttpServer } from '../../../server/http/server/http-server.ts'
import { pagesOf } from '../../lab/fuzz/pages.ts'
import { runFuzz } from '../../lab/fuzz/run.ts'
import { isLongRun } from '../../long-run.ts'
import { makeDownloads } from '../../memory-downloads.ts'
import { publicUrl } from '../../test-app.ts'
import { closeServer } from '../../tools/servers/sockets.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { pictureAt, plain } from '../adapters/sample-pictures.ts'
import { createWebApp, makePerson, password, type WebApp } from '../web/web-app.ts'

/** A fixed seed makes every run send the same requests. `npm run lab -- fuzz` uses random seeds. */
const seed = 20_261_122

describe('whatever is asked of the routes of the OpenAPI document and of the pages', () => {
  let web: WebApp
  let dir: string
  let server: ReturnType<typeof createHttpServer>

  beforeAll(async () => {
    dir = await makeTempDir('fuzz')
    const path = join(dir, 'lake-view.jpg')
    await plain('#336699', 40, 30).jpeg().toFile(path)
    const picture = await pictureAt(path)
    const render = async () => ({ picture, contentType: 'image/jpeg' })
    const files = {
      find: async (_: string, name: string) => (name === 'lake-view.jpg' ? picture : undefined),
    }
    web = await createWebApp({
      deps: {
        files,
        renditions: { render },
        collages: { compose: render },
        downloads: makeDownloads(),
      },
    })
    server = createHttpServer(web.app.fetch)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await closeServer(server)
    await web.close()
    await removeDir(dir)
  })

  it('no answer is a failure, out of shape, or what the sender wrote into it', async () => {
    const document = createOpenApiDocument({
      publicUrl,
      instance: { name: 'Fresco', version: '1.2.3', identity: 'local' },
    })
    const requests = isLongRun ? 5000 : 300
    const { asked, failure } = await runFuzz({
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      publicUrl,
      paths: { ...withoutNamedParts(document).paths, ...pagesOf('local') },
      requests,
      seed,
      signUp: async () => {
        const { headers } = await makePerson(web)
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
