import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { closeServer, listenLocally } from './sockets.ts'

export const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.rss': 'application/rss+xml',
  '.xml': 'application/xml',
  '.txt': 'text/plain',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
}

/** Serves files as plain hosts do: `index.html`, `404.html`, and for every site. */
export const startPlainFileServer = async (folder: string, base = '') => {
  const find = async (pathname: string) => {
    if (!pathname.startsWith(`${base}/`)) return undefined
    const path = decodeURIComponent(pathname.slice(base.length))
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    const isFile = await stat(file)
      .then((found) => found.isFile())
      .catch(() => false)
    return isFile ? file : undefined
  }
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://plain.test')
    asked.push(pathname)
    const found = await find(pathname)
    const file = found ?? join(folder, '404.html')
    const type = types[extname(file)] ?? 'application/octet-stream'
    response.writeHead(found === undefined ? 404 : 200, {
      'Content-Type': type,
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'max-age=600',
    })
    // A folder may have no 404.html.
    createReadStream(file)
      .on('error', () => response.end())
      .pipe(response)
  })
  const origin = `http://127.0.0.1:${await listenLocally(server)}`
  return {
    origin,
    url: origin + base,
    asked,
    close: () => closeServer(server),
  }
}
