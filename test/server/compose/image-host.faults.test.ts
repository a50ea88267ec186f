import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CloudinaryImageHostOptions } from '../../../server/adapters/cloudinary/image-host.ts'
import type { SnapshotState } from '../../../server/catalogue/snapshot-store.ts'
import { hostedResponseSchema } from '../../../shared/hosted-api.ts'
import { makeResources } from '../../emulators/cloudinary.ts'
import { type CloudinaryFault, cloudinaryFaults } from '../../emulators/cloudinary-faults.ts'
import { createTestApp } from '../../test-app.ts'
import { openCloudinary, type TestCloudinary } from '../adapters/cloudinary/harness.ts'

const failure = { error: 'Failed to fetch wallpapers from Cloudinary' }
/**
 * Errors after which the server waits several minutes before it retries. After other errors it
 * retries within a second.
 */
const slowToRetry: readonly CloudinaryFault[] = ['401', '404', '420', '429']
const endless: readonly CloudinaryFault[] = ['hang', 'stalled body']
// Longer than a test may take, so that only Cloudinary's answers end a read.
const neverMs = 120_000

/** Serves the real app on a network socket. Its images come from an emulated Cloudinary. */
const serve = async (
  cloudinary: TestCloudinary,
  options: Partial<CloudinaryImageHostOptions> = {},
) => {
  const host = cloudinary.create({ refreshMs: 50, ...options })
  const app = await createTestApp({
    imageHost: host,
    sources: host.sources,
    log: cloudinary.log,
    development: true,
  })
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    get: async (path: string) => {
      const response = await fetch(`${url}${path}`)
      const text = await response.text()
      cloudinary.lines.push(`${JSON.stringify([...response.headers])} ${text}`)
      return { status: response.status, body: JSON.parse(text) }
    },
    close: () => server.close().closeAllConnections(),
  }
}

/**
 * Runs a test with 30 images at an emulated Cloudinary. Afterwards it asserts that no answer or log
 * line contains the API secret.
 */
const withService = async (
  fault: CloudinaryFault,
  test: (service: Service, cloudinary: TestCloudinary) => Promise<void>,
) => {
  const cloudinary = await openCloudinary()
  cloudinary.emulator.resources = makeResources(30)
  const timeoutMs = endless.includes(fault) ? 2_000 : neverMs
  const service = await serve(cloudinary, { timeoutMs })
  try {
    await test(service, cloudinary)
    const { emulator, lines } = cloudinary
    const seen = [...lines, JSON.stringify(service.host.sources())].join('\n')
    expect(lines.length).toBeGreaterThan(3)
    expect(seen).not.toContain(emulator.secret)
    expect(seen).not.toContain(btoa(`482715936104827:${emulator.secret}`))
  } finally {
    service.close()
    await cloudinary.close()
  }
}
type Service = Awaited<ReturnType<typeof serve>>

const statesOf = ({ host }: Service) => Object.values(host.sources())

const untilEach = (service: Service, test: (state: SnapshotState) => boolean) =>
  vi.waitFor(() => expect(statesOf(service).every(test)).toBe(true), {
    timeout: 60_000,
    interval: 20,
  })
const untilWell = (service: Service) =>
  untilEach(service, ({ ready, failing }) => ready && !failing)
const untilFailing = (service: Service) => untilEach(service, ({ failing }) => failing)

const expectRecovery = async (service: Service, fault: CloudinaryFault) => {
  if (slowToRetry.includes(fault)) {
    for (const { nextAttemptSeconds } of statesOf(service))
      expect(nextAttemptSeconds).toBeGreaterThan(200)
    return
  }
  await untilWell(service)
  expect((await service.get('/api/random-wallpapers?count=100')).body).toHaveLength(30)
  expect((await service.get('/readyz')).status).toBe(200)
}

describe('GET /api/random-wallpapers while Cloudinary fails', () => {
  it.concurrent.each(cloudinaryFaults)(
    '%s before the first good list: the documented 500 in time, then recovery by itself',
    (fault) =>
      withService(fault, async (service, { emulator, lines }) => {
        emulator.behave({ fault })
        service.host.start()
        for (const query of ['', '?tag=desktop&count=3', '?tag=mobile&resolution=4k']) {
          const { status, body } = await service.get(`/api/random-wallpapers${query}`)
          expect([status, body]).toEqual([500, { ...failure, debug: expect.any(String) }])
        }
        await untilFailing(service)
        const { status, body } = await service.get('/readyz')
        expect([status, body.status]).toEqual([200, 'degraded'])
        expect(body.sources.cloudinary.problem).toBe('It could not be read')
        expect(lines.filter((line) => line.includes('nothing to serve yet'))).toHaveLength(3)
        expect(lines.filter((line) => line.includes('A request failed'))).toEqual([])
        emulator.behave()
        await expectRecovery(service, fault)
      }),
  )

  it.concurrent.each(cloudinaryFaults)(
    '%s after a good list: the same images as before, then recovery by itself',
    (fault) =>
      withService(fault, async (service, { emulator }) => {
        service.host.start()
        await untilWell(service)
        emulator.behave({ fault })
        await untilFailing(service)
        const { status, body } = await service.get('/api/random-wallpapers?count=100&tag=desktop')
        expect(status).toBe(200)
        expect(hostedResponseSchema.parse(body)).toHaveLength(10)
        const ready = await service.get('/readyz')
        expect([ready.status, ready.body.status]).toEqual([200, 'ready'])
        expect(ready.body.sources['cloudinary-desktop']).toMatchObject({
          ready: true,
          failing: true,
        })
        emulator.behave()
        await expectRecovery(service, fault)
      }),
  )
})

describe('GET /api/random-wallpapers at Cloudinary', () => {
  let cloudinary: TestCloudinary
  beforeEach(async () => {
    cloudinary = await openCloudinary()
  })
  afterEach(() => cloudinary.close())

  it('does not let a caller wait until Cloudinary has failed', async () => {
    cloudinary.emulator.behave({ fault: 'hang' })
    const service = await serve(cloudinary, { timeoutMs: neverMs })
    service.host.start()
    const { status, body } = await service.get('/api/random-wallpapers')
    expect([status, body.error]).toEqual([500, failure.error])
    for (const { failures } of statesOf(service)) expect(failures).toBe(0)
    service.close()
  })

  it('never waits for Cloudinary once there is a list', async () => {
    cloudinary.emulator.resources = makeResources(30)
    const service = await serve(cloudinary, { timeoutMs: neverMs })
    await service.host.start()
    cloudinary.emulator.behave({ fault: 'hang' })
    const isAsking = ({ nextAttemptSeconds }: SnapshotState) => nextAttemptSeconds === 0
    await untilEach(service, isAsking)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => service.get('/api/random-wallpapers?count=5')),
    )
    for (const { status } of answers) expect(status).toBe(200)
    expect(statesOf(service).every(isAsking)).toBe(true)
    service.close()
  })

  it('answers 1,000 callers at a cold start with one call for each list', async () => {
    cloudinary.emulator.resources = makeResources(30)
    cloudinary.emulator.behave({ latencyMs: 300 })
    const service = await serve(cloudinary, { refreshMs: 60_000, timeoutMs: neverMs })
    service.host.start()
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => service.get('/api/random-wallpapers?tag=mobile')),
    )
    expect(answers.every(({ status, body }) => status === 200 && body.length === 1)).toBe(true)
    expect(cloudinary.emulator.calls).toEqual({ all: 1, desktop: 1, mobile: 1 })
    service.close()
  })
})
