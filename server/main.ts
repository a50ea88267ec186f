import { createAdaptorServer } from '@hono/node-server'
import { pino } from 'pino'
import { compose } from './compose.ts'
import { ConfigError, parseConfig } from './config.ts'
import { answerClientError } from './http/client-error.ts'
import { listen } from './listen.ts'
import { toWelcome } from './welcome.ts'

/** The address must be known before the app is built: absolute URLs start with it. */
const start = async () => {
  const config = parseConfig(process.env)
  const log = pino({ level: config.logLevel })
  let answer: (request: Request) => Response | Promise<Response> = () =>
    Response.json({ error: 'Starting: try again in a moment' }, { status: 503 })
  const server = createAdaptorServer({ fetch: (request) => answer(request) })
  server.on('clientError', answerClientError)
  const address = await listen(server, config.listen)

  const { app, start, stop } = await compose(config, config.publicUrl ?? address, log)
  answer = app.fetch
  await start()
  console.log(toWelcome(address))

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      // What was asked before is answered before the databases are closed.
      server.close(() => stop())
    })
  }
}

try {
  process.loadEnvFile?.()
} catch {
  // No .env file: the defaults and the environment are enough.
}

start().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? `Fresco cannot start: ${error.message}` : error)
  // Some settings turn out to be wrong only when the server already listens.
  process.exit(1)
})
