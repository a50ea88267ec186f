/** Plain Hono with the same JSON, and `readFile` with one `end()`, which beats a stream. */
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

export interface FloorAnswer {
  path: string
  headers: Readonly<Record<string, string>>
  /** Base64. */
  body: string
}

export interface FloorJob {
  kind: 'hono' | 'files'
  answers: readonly FloorAnswer[]
}

const host = '127.0.0.1'
const isJson = ({ headers }: FloorAnswer) =>
  headers['content-type'] === 'application/json' && headers['content-encoding'] === undefined

const serveHono = (answers: readonly FloorAnswer[]) => {
  const app = new Hono()
  for (const answer of answers) {
    const { headers } = answer
    const bytes = Buffer.from(answer.body, 'base64')
    if (isJson(answer)) {
      const value = JSON.parse(bytes.toString())
      app.all(toPathname(answer), (c) => c.json(value, 200, headers))
    } else app.get(toPathname(answer), (c) => c.body(bytes, 200, headers))
  }
  serve({ fetch: app.fetch, port: 0, hostname: host }, say)
}

// The files are in the working directory, which is temporary.
const serveFiles = async (answers: readonly FloorAnswer[]) => {
  const files = new Map<string, { file: string; headers: FloorAnswer['headers'] }>()
  for (const [at, answer] of answers.entries()) {
    const file = `file-${at}`
    await writeFile(file, Buffer.from(answer.body, 'base64'))
    files.set(toPathname(answer), { file, headers: answer.headers })
  }
  const server = createServer(async ({ url = '/' }, response) => {
    const { file = '', headers } = files.get(url.replace(/\?.*/, '')) ?? {}
    const bytes = await readFile(file)
    response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes)
  })
  server.listen(0, host, () => say(server.address()))
}

const toPathname = ({ path }: FloorAnswer) => path.replace(/\?.*/, '')

const say = (address: unknown) => {
  const port = Object(address).port
  console.log(`Serving at http://${host}:${port} `)
}

const kinds = { hono: serveHono, files: serveFiles }

process.once('message', ({ kind, answers }: FloorJob) => void kinds[kind](answers))
