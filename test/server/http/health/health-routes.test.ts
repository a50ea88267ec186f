import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { SnapshotState } from '../../../../server/catalogue/snapshot-store.ts'
import {
  addHealthRoutes,
  createMetricsApp,
  type HealthDeps,
} from '../../../../server/http/health/health-routes.ts'
import type { Health } from '../../../../server/ports.ts'

const state = (ready: boolean): SnapshotState => ({
  ready,
  ageSeconds: 1,
  failing: !ready,
  failures: 0,
  nextAttemptSeconds: 1,
})

const createApp = (deps: Partial<HealthDeps> = {}) => {
  const app = new Hono()
  addHealthRoutes(app, { sources: () => ({ catalogue: state(true) }), ...deps })
  return app
}

const askReadiness = async (catalogue: boolean, checked?: Record<string, Health>) => {
  const checkAccounts = checked && (async () => checked)
  const sources = () => ({ catalogue: state(catalogue) })
  const response = await createApp({ sources, checkAccounts }).request('/readyz')
  return { status: response.status, body: await response.json() }
}

const away: Health = { ready: false, problem: 'No answer within 1000 ms' }

describe('/livez', () => {
  it('is never cached', async () => {
    expect((await createApp().request('/livez')).headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('/readyz', () => {
  it('is ready when everything is', async () => {
    const { status, body } = await askReadiness(true, { accounts: { ready: true } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ready', accounts: { ready: true } })
    expect(body.sources.catalogue.ready).toBe(true)
  })

  it('says what does not answer, and stays in service, because the catalogue needs none of it', async () => {
    const { status, body } = await askReadiness(true, { accounts: { ready: true }, redis: away })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'degraded', accounts: { ready: true }, redis: away })
  })

  it('stays in service while another source has nothing to serve, and names no folder or repository', async () => {
    const problem = 'The repository octocat/private at /srv/pictures could not be read'
    const cloudinary = { ...state(false), problem }
    const sources = () => ({ catalogue: state(true), cloudinary })
    const response = await createApp({ sources }).request('/readyz')
    expect(response.status).toBe(200)
    const shown = { ...cloudinary, problem: 'It could not be read' }
    expect(await response.json()).toMatchObject({
      status: 'degraded',
      sources: { cloudinary: shown },
    })
  })

  it('names no source on a private server', async () => {
    const app = new Hono()
    const sources = () => ({ catalogue: state(true), 'photos.example': state(false) })
    addHealthRoutes(app, { sources, isPrivate: true })
    const body = await (await app.request('/readyz')).json()
    expect(body).toEqual({ status: 'degraded', sources: { catalogue: state(true) } })
  })

  it('is not ready without a catalogue, whatever else is', async () => {
    for (const checked of [undefined, { accounts: { ready: true } }, { accounts: away }])
      expect(await askReadiness(false, checked)).toMatchObject({
        status: 503,
        body: { status: 'starting' },
      })
  })

  it('sends requests elsewhere when the server was told to stop', async () => {
    const app = createApp({ isStopping: () => true })
    const response = await app.request('/readyz')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ status: 'stopping' })
    expect((await app.request('/livez')).status).toBe(200)
  })
})

describe('createMetricsApp', () => {
  const catalogue = {
    ready: false,
    ageSeconds: 5,
    failing: true,
    problem: 'The catalogue folder /srv/pictures could not be read',
    failures: 1,
    nextAttemptSeconds: 1,
  }
  const app = createMetricsApp(
    {
      observeRequest: () => undefined,
      render: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'up 1\n' }),
    },
    { sources: () => ({ catalogue }) },
  )

  it('tells operators why a source fails', async () => {
    const response = await app.request('/readyz')
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ sources: { catalogue } })
  })

  it('answers in the text format, and never from a cache', async () => {
    const response = await app.request('/metrics')
    expect(await response.text()).toBe('up 1\n')
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('serves nothing else', async () => {
    for (const path of ['/', '/api/wallpapers', '/metrics/x'])
      expect((await app.request(path)).status).toBe(404)
  })
})
