import { once } from 'node:events'

export interface TracedFrame {
  at: number
  jpeg: Buffer
}

/** A session of the whole browser cannot record screenshots. */
export interface TabSession {
  send(method: string, params?: object): Promise<unknown>
  on(event: string, listener: (params: never) => void): void
}

interface TraceEvent {
  name: string
  ts: number
  args: { snapshot?: string; expected_display_time?: number; data?: { documentLoaderURL?: string } }
}

const categories = ['disabled-by-default-devtools.screenshot', 'blink.user_timing']

/** Resolves to the frames after `act` has begun to navigate the tab to `url`. */
export const traceFrames = async (
  session: TabSession,
  url: string,
  act: () => Promise<unknown>,
): Promise<TracedFrame[]> => {
  const events: TraceEvent[] = []
  const ended = new EventTarget()
  session.on('Tracing.dataCollected', ({ value }: { value: TraceEvent[] }) => {
    events.push(...value)
  })
  session.on('Tracing.tracingComplete', () => ended.dispatchEvent(new Event('end')))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, excludedCategories: ['*'] },
  })
  const startedAt = readClock()
  await act()
  const complete = once(ended, 'end')
  await session.send('Tracing.end')
  await complete
  return toFrames(events, url, startedAt)
}

/** The browser's trace uses the same clock. */
const readClock = () => Number(process.hrtime.bigint() / 1000n)

const toFrames = (events: TraceEvent[], url: string, startedAt: number): TracedFrame[] => {
  const starts = events.filter(
    ({ name, args }) =>
      name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith(url) === true,
  )
  // On a busy machine, the tab's process can start before tracing does. Then the navigation is missing.
  const start = starts.length > 0 ? Math.max(...starts.map(({ ts }) => ts)) : startedAt
  return events
    .filter(({ name }) => name === 'Screenshot')
    .map(({ ts, args }) => ({
      at: ((args.expected_display_time ?? ts) - start) / 1000,
      jpeg: Buffer.from(args.snapshot ?? '', 'base64'),
    }))
    .filter(({ at }) => at > 0)
    .toSorted((a, b) => a.at - b.at)
}
