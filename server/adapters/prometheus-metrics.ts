import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { SnapshotState } from '../catalogue/snapshot-store.ts'
import type { Metrics } from '../ports.ts'
import type { CheckHealth } from '../process/health.ts'

interface PrometheusMetricsOptions {
  /** Each source of the server by name. */
  sources: () => Readonly<Record<string, SnapshotState>>
  /** What the server uses besides, by name. */
  checkHealth?: CheckHealth
  renditions?: () => { running: number; waiting: number }
  /** Users whose favorites are about to be written. */
  favoritesWaiting?: (() => number) | undefined
}

/** Answers come from memory: most take less than a millisecond. In seconds. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Metrics for Prometheus, in a registry of their own: requests, sources, and the process itself. */
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
    help: 'How long answers took, by method, pattern of the route and class of the status.',
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
  /** `undefined`: there is no such number now. */
  of: (state: SnapshotState) => number | undefined
}

const sourceGauges: readonly SourceGauge[] = [
  {
    name: 'fresco_source_up',
    help: 'Whether the last attempt to read the source went well (1) or not (0).',
    of: ({ ready, failing }) => Number(ready && !failing),
  },
  {
    name: 'fresco_source_ready',
    help: 'Whether there is something of the source to serve, be it old (1), or nothing yet (0).',
    of: ({ ready }) => Number(ready),
  },
  {
    name: 'fresco_source_age_seconds',
    help: 'Time since what is served was last known to be the newest.',
    of: ({ ageSeconds }) => ageSeconds,
  },
  {
    name: 'fresco_source_failures_in_a_row',
    help: 'Attempts to read the source that failed since the last one that went well.',
    of: ({ failures }) => failures,
  },
]

/** Read when somebody asks for the metrics, so that nothing has to be kept up to date. */
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

type Parts = Omit<PrometheusMetricsOptions, 'sources'>

const addPartGauges = (registry: Registry, parts: Parts) => {
  const { checkHealth, renditions, favoritesWaiting } = parts
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  if (renditions) {
    add('fresco_renditions_running', 'Pictures being resized.', () => renditions().running)
    add('fresco_renditions_waiting', 'Pictures waiting for it.', () => renditions().waiting)
  }
  if (favoritesWaiting)
    add('fresco_favorites_waiting', 'Users whose changes wait or are written.', favoritesWaiting)
  if (checkHealth) addDependencyGauge(registry, checkHealth)
}

const addDependencyGauge = (registry: Registry, checkHealth: CheckHealth) =>
  new Gauge({
    name: 'fresco_dependency_up',
    help: 'Whether what the server uses (accounts, redis) answers (1) or not (0).',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      for (const [dependency, { ready }] of Object.entries(await checkHealth()))
        this.set({ dependency }, Number(ready))
    },
  })
