import { pino } from 'pino'
import { compose } from '../../../server/compose/compose.ts'
import { parseConfig } from '../../../server/config/config.ts'
import { publicUrl } from '../../test-app.ts'

export const startComposed = async (env: Readonly<Record<string, string>>) => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const { app, start, pause, stop } = await compose(parseConfig(env), publicUrl, log)
  await start()
  return {
    url: publicUrl,
    get: async (path: string, init?: RequestInit) => app.request(`${publicUrl}${path}`, init),
    log: () => lines.join(''),
    stop: async () => {
      pause()
      await stop()
    },
  }
}

export type ComposedApp = Awaited<ReturnType<typeof startComposed>>
