import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createReleaseReader } from '../../../../server/adapters/github/newest-release.ts'
import { closeServer } from '../../../tools/servers/sockets.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(() => Promise.all(cleanups.splice(0).map((clean) => clean())))

/** @see https://docs.github.com/rest/releases/releases#get-the-latest-release */
const listen = async (body: object) => {
  const seen: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    if (request.headers['if-none-match'] === '"one"') return response.writeHead(304).end()
    response.writeHead(200, { ETag: '"one"' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanups.push(() => closeServer(server))
  const { port } = server.address() as AddressInfo
  return { seen, read: createReleaseReader(`http://127.0.0.1:${port}/releases/latest`) }
}

const page = 'https://github.com/owner/fresco/releases/tag/v1.3.0'

describe('createReleaseReader', () => {
  it('reads the newest release, and afterwards only whether it changed', async () => {
    const { read, seen } = await listen({ tag_name: 'v1.3.0', html_url: page, draft: false })
    const release = { version: '1.3.0', url: page }
    expect(await read(undefined)).toEqual({ release, etag: '"one"' })
    expect(await read('"one"')).toEqual({ release: undefined, etag: '"one"' })
    expect(seen.map((headers) => headers['user-agent'])).toEqual(['fresco', 'fresco'])
  })

  it.each([
    { tag_name: 'nightly', html_url: page },
    { tag_name: 'v1.3.0', html_url: 'javascript:alert(1)' },
    {},
  ])('refuses the answer %j', async (body) => {
    await expect((await listen(body)).read(undefined)).rejects.toThrow()
  })
})
