/**
 * Test helper that serves the real app on a network socket with an emulated GitHub and a fake
 * clock.
 */
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { pino } from 'pino'
import { vi } from 'vitest'
import { composeCatalogue } from '../../server/compose/catalogue.ts'
import { parseConfig } from '../../server/config/config.ts'
import { createTestApp, publicUrl } from '../test-app.ts'
import { closeServer } from '../tools/servers/sockets.ts'

/**
 * Fakes the timers that the server uses for pauses. Sockets and timeouts of requests still run in
 * real time.
 */
export const useTurnableClock = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })

/** Waits in real time until the condition is true. The fake clock stands still meanwhile. */
export const waitFor = async (isDone: () => boolean) => {
  for (let waited = 0; waited < 10_000 && !isDone(); waited += 2) await sleep(2)
  if (!isDone()) throw new Error('It did not happen within 10 seconds')
}

/**
 * Advances the fake clock second by second until the condition is true. Between the steps it gives
 * the network some real time.
 */
export const turnClock = async (forMs: number, isDone: () => boolean | Promise<boolean>) => {
  const stepMs = 1_000
  for (let passed = 0; passed < forMs; passed += stepMs) {
    await sleep(2)
    if (await isDone()) return
    await vi.advanceTimersByTimeAsync(stepMs)
  }
  if (!(await isDone())) throw new Error(`It did not happen within ${forMs} ms of the clock`)
}

/**
 * Advances the fake clock from one refresh attempt to the next, which is a hundred times faster
 * than second by second. During an attempt the clock advances slowly, because the attempt may hang
 * until its timeout.
 */
export const turnToAttempts = async (
  { catalogue }: GithubApp,
  forMs: number,
  isDone: () => boolean | Promise<boolean>,
) => {
  const end = Date.now() + forMs
  const waitingMs = () => catalogue.state().nextAttemptSeconds * 1_000
  for (let turns = 1; !(await isDone()); turns += 1) {
    if (Date.now() >= end) throw new Error(`It did not happen within ${forMs} ms of the clock`)
    if (waitingMs() > 0) await vi.advanceTimersByTimeAsync(waitingMs() + 1)
    else if (turns % 10 === 0) await vi.advanceTimersByTimeAsync(1_000)
    await sleep(2)
  }
}

export const startGithubApp = async (env: Readonly<Record<string, string>>, dataDir: string) => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const config = parseConfig(env)
  const { catalogue, files, start } = await composeCatalogue(config, { dataDir, publicUrl, log })
  const app = await createTestApp({
    snapshot: catalogue.current,
    sources: () => ({ catalogue: catalogue.state() }),
    files,
    log,
    development: true,
  })
  const server = createAdaptorServer({ fetch: app.fetch })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bodies: string[] = []
  void start()
  return {
    catalogue,
    lines,
    bodies,
    get: async (path: string) => {
      const response = await fetch(`${url}${path}`)
      const text = await response.text()
      bodies.push(text)
      return { status: response.status, body: JSON.parse(text) }
    },
    stop: () => {
      catalogue.stop()
      if ('closeAllConnections' in server) void closeServer(server)
    },
  }
}
export type GithubApp = Awaited<ReturnType<typeof startGithubApp>>
