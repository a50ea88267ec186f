import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createPrometheusMetrics } from '../../../server/adapters/prometheus-metrics.ts'
import type { SnapshotState } from '../../../server/catalogue/snapshot-store.ts'

const good: SnapshotState = {
  ready: true,
  ageSeconds: 12.5,
  failing: false,
  failures: 0,
  nextAttemptSeconds: 30,
}

const dashboardSchema = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
})

/**
 * Returns the metric labels in a Prometheus query. `instance` is left out, because Prometheus
 * itself adds it.
 */
const labelsOf = (query: string) =>
  [...query.matchAll(/\bby \(([^)]*)\)|\{(\w+)=/g)]
    .flatMap(([, grouped, chosen]) => (grouped ?? chosen ?? '').split(', '))
    .filter((label) => label !== 'instance')

const render = async (sources: Record<string, SnapshotState> = {}) => {
  const metrics = createPrometheusMetrics({
    sources: () => sources,
    checkHealth: async () => ({}),
    renditions: () => ({ running: 0, waiting: 0 }),
  })
  metrics.observeRequest({ method: 'GET', route: '/api/colors', status: 200, seconds: 0.004 })
  metrics.observeRequest({ method: 'GET', route: '/api/colors', status: 204, seconds: 0.2 })
  metrics.observeRequest({ method: 'GET', route: '/api/colors', status: 500, seconds: 4 })
  const { contentType, text } = await metrics.render()
  return { contentType, lines: text.split('\n') }
}

describe('createPrometheusMetrics', () => {
  it('counts requests by method, route and class of the status', async () => {
    const { contentType, lines } = await render()
    const name = 'fresco_http_request_duration_seconds'
    const labels = 'method="GET",route="/api/colors"'
    expect(contentType).toMatch(/^text\/plain/)
    expect(lines).toContain(`${name}_count{${labels},status="2xx"} 2`)
    expect(lines).toContain(`${name}_bucket{le="0.005",${labels},status="2xx"} 1`)
    expect(lines).toContain(`${name}_sum{${labels},status="5xx"} 4`)
  })

  it('shows how each source is', async () => {
    const { lines } = await render({
      catalogue: good,
      cloudinary: { ...good, failing: true, problem: 'Cloudinary is away', failures: 3 },
      'cloudinary-mobile': { ...good, ready: false, ageSeconds: undefined, failing: true },
    })
    expect(lines.filter((line) => line.startsWith('fresco_source_'))).toEqual([
      'fresco_source_up{source="catalogue"} 1',
      'fresco_source_up{source="cloudinary"} 0',
      'fresco_source_up{source="cloudinary-mobile"} 0',
      'fresco_source_ready{source="catalogue"} 1',
      'fresco_source_ready{source="cloudinary"} 1',
      'fresco_source_ready{source="cloudinary-mobile"} 0',
      'fresco_source_age_seconds{source="catalogue"} 12.5',
      'fresco_source_age_seconds{source="cloudinary"} 12.5',
      'fresco_source_failures_in_a_row{source="catalogue"} 0',
      'fresco_source_failures_in_a_row{source="cloudinary"} 3',
      'fresco_source_failures_in_a_row{source="cloudinary-mobile"} 0',
    ])
  })

  it('has every metric that the dashboard shows', async () => {
    const metrics = createPrometheusMetrics({
      sources: () => ({ catalogue: good }),
      checkHealth: async () => ({ accounts: { ready: true }, redis: { ready: false } }),
      renditions: () => ({ running: 2, waiting: 5 }),
      favoritesWaiting: () => 3,
    })
    metrics.observeRequest({ method: 'GET', route: '/', status: 500, seconds: 1 })
    const { text } = await metrics.render()
    const file = new URL('../../../deploy/grafana-dashboard.json', import.meta.url)
    const { panels } = dashboardSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expect(queries.length).toBeGreaterThan(9)
    for (const query of queries) {
      const [name = ''] = /\b(?:fresco|process|nodejs)_\w+/.exec(query) ?? []
      const series = text.split('\n').filter((line) => line.startsWith(name) && name !== '')
      expect(series, query).not.toEqual([])
      for (const label of labelsOf(query)) expect(series.join(), query).toContain(`${label}="`)
    }
    for (const line of [
      'fresco_renditions_running 2',
      'fresco_renditions_waiting 5',
      'fresco_favorites_waiting 3',
      'fresco_dependency_up{dependency="accounts"} 1',
      'fresco_dependency_up{dependency="redis"} 0',
    ])
      expect(text).toContain(line)
  })
})
