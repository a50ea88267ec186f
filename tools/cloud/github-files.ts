/** Emulates raw.githubusercontent.com, which serves the files of a repository without an API. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { closeServer } from '../../test/tools/servers/sockets.ts'

export interface GithubFiles {
  url: string
  stop(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

export const startGithubFiles = async (folder: string): Promise<GithubFiles> => {
  const base = '/octo/wallpapers/HEAD'
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://emulator')
    const path = normalize(decodeURIComponent(pathname.slice(base.length)))
    const file = join(folder, path)
    const size = pathname.startsWith(base) && (await sizeOf(file))
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (!size) return response.writeHead(404).end('404: Not Found')
    const type = types[file.slice(file.lastIndexOf('.') + 1)] ?? 'text/plain'
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Length': size,
      'Cache-Control': 'max-age=300',
    })
    return pipeline(createReadStream(file), response).catch(() => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    stop: () => closeServer(server),
  }
}

const sizeOf = async (file: string) => {
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}
