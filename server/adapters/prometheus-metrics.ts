import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { SnapshotState } from '../catalogue/snapshot-store.ts'
import type { CheckHealth, Metrics } from '../ports.ts'

interface PrometheusMetricsOptions {
  sources: () => Readonly<Record<string, SnapshotState>>
  checkHealth: CheckHealth
  renditions: () => { running: number; waiting: number }
  favoritesWaiting?: (() => number) | undefined
}

// Seconds. Most answers come from memory and take less than a millisecond.
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export const createPrometheusMetrics = ({
  sources,
  ...parts
}: PrometheusMetricsOptions): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addSourceGauges(registry, sources)
  addPartGauges(registry, parts)
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

interface SourceGauge {
  name: string
  help: string
  of: (state: SnapshotState) => number | undefined
}

const sourceGauges: readonly SourceGauge[] = [
  {
    name: 'fresco_source_up',
    help: '1 when the last attempt to read the source succeeded, 0 when it failed.',
    of: ({ ready, failing }) => Number(ready && !failing),
  },
  {
    name: 'fresco_source_ready',
    help: '1 when data of the source can be served, even if it is old; 0 when there is none yet.',
    of: ({ ready }) => Number(ready),
  },
  {
    name: 'fresco_source_age_seconds',
    help: 'Seconds since the served data was last confirmed to be up to date.',
    of: ({ ageSeconds }) => ageSeconds,
  },
  {
    name: 'fresco_source_failures_in_a_row',
    help: 'Failed attempts to read the source since the last success.',
    of: ({ failures }) => failures,
  },
]

const addSourceGauges = (registry: Registry, sources: PrometheusMetricsOptions['sources']) => {
  for (const { name, help, of } of sourceGauges)
    new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [source, state] of Object.entries(sources())) {
          const value = of(state)
          if (value !== undefined) this.set({ source }, value)
        }
      },
    })
}

const addPartGauges = (
  registry: Registry,
  { checkHealth, renditions, favoritesWaiting }: Omit<PrometheusMetricsOptions, 'sources'>,
) => {
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  add('fresco_renditions_running', 'Pictures that are being resized.', () => renditions().running)
  add('fresco_renditions_waiting', 'Pictures that wait to be resized.', () => renditions().waiting)
  if (favoritesWaiting)
    add(
      'fresco_favorites_waiting',
      'Users whose changes wait or are being written.',
      favoritesWaiting,
    )
  new Gauge({
    name: 'fresco_dependency_up',
    help: '1 when a dependency of the server (accounts, redis) answers, 0 when it does not.',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      for (const [dependency, { ready }] of Object.entries(await checkHealth()))
        this.set({ dependency }, Number(ready))
    },
  })
}
