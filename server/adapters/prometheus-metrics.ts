import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { SnapshotState } from '../catalogue/snapshot-store.ts'
import type { CheckHealth, Metrics } from '../ports.ts'

interface SourceState extends SnapshotState {
  /** How many pictures were pulled from the source, and how many could not be. */
  pictures?: number
  failedPictures?: number
}

interface PrometheusMetricsOptions {
  sources: () => Readonly<Record<string, SourceState>>
  checkHealth: CheckHealth
  renditions: () => { running: number; waiting: number }
  favoritesWaiting?: (() => number) | undefined
}

// The upper bounds of the response times in seconds. Most answers from memory take less than a millisecond.
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export const createPrometheusMetrics = (options: PrometheusMetricsOptions): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addSourceGauges(registry, options.sources)
  addPartGauges(registry, options)
  const latency = new Histogram({
    name: 'fresco_http_request_duration_seconds',
    help: 'Time to answer a request, by method, route pattern and class of the status.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  return {
    observeRequest: ({ method, route, status, seconds }) =>
      latency.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}

const addSourceGauges = (registry: Registry, sources: PrometheusMetricsOptions['sources']) => {
  const add = (name: string, help: string, read: (state: SourceState) => number | undefined) =>
    new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [source, state] of Object.entries(sources())) {
          const value = read(state)
          if (value !== undefined) this.set({ source }, value)
        }
      },
    })
  add(
    'fresco_source_up',
    '1 when the last attempt to read the source succeeded, 0 when it failed.',
    ({ ready, failing }) => Number(ready && !failing),
  )
  add(
    'fresco_source_ready',
    '1 when data of the source can be served, even if it is old; 0 when there is none yet.',
    ({ ready }) => Number(ready),
  )
  add(
    'fresco_source_age_seconds',
    'Seconds since the served data was last confirmed to be up to date.',
    ({ ageSeconds }) => ageSeconds,
  )
  add(
    'fresco_source_failures_in_a_row',
    'Failed attempts to read the source since the last success.',
    ({ failures }) => failures,
  )
  add(
    'fresco_source_pictures',
    'Pictures that were pulled from the source.',
    ({ pictures }) => pictures,
  )
  add(
    'fresco_source_pictures_failed',
    'Pictures of the source that could not be pulled.',
    ({ failedPictures }) => failedPictures,
  )
}

const addPartGauges = (
  registry: Registry,
  { checkHealth, renditions, favoritesWaiting }: PrometheusMetricsOptions,
) => {
  const registers = [registry]
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  add('fresco_renditions_running', 'Pictures that are being resized.', () => renditions().running)
  add('fresco_renditions_waiting', 'Pictures that wait to be resized.', () => renditions().waiting)
  const favoritesHelp = 'Users whose changes wait or are being written.'
  if (favoritesWaiting) add('fresco_favorites_waiting', favoritesHelp, favoritesWaiting)
  new Gauge({
    name: 'fresco_dependency_up',
    help: '1 when a dependency of the server (accounts, redis) answers, 0 when it does not.',
    labelNames: ['dependency'],
    registers,
    async collect() {
      for (const [dependency, { ready }] of Object.entries(await checkHealth()))
        this.set({ dependency }, Number(ready))
    },
  })
}
