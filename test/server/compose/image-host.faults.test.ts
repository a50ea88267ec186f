import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CloudinaryImageHostOptions } from '../../../server/adapters/cloudinary/image-host.ts'
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

/** Serves the real app on a network socket. Its images come from an emulated Cloudinary. */
const serve = async (
  cloudinary: TestCloudinary,
  options: Partial<CloudinaryImageHostOptions> = {},
) => {
  const host = cloudinary.create({ refreshMs: 50, timeoutMs: 400, ...options })
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
      const began = performance.now()
      const response = await fetch(`${url}${path}`)
      const text = await response.text()
      cloudinary.lines.push(`${JSON.stringify([...response.headers])} ${text}`)
      return { status: response.status, body: JSON.parse(text), ms: performance.now() - began }
    },
    close: () => server.close().closeAllConnections(),
  }
}

/**
 * Runs a test with 30 images at an emulated Cloudinary. Afterwards it asserts that no answer or log
 * line contains the API secret.
 */
const withService = async (
  test: (service: Awaited<ReturnType<typeof serve>>, cloudinary: TestCloudinary) => Promise<void>,
) => {
  const cloudinary = await openCloudinary()
  cloudinary.emulator.resources = makeResources(30)
  const service = await serve(cloudinary)
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
type Service = Parameters<Parameters<typeof withService>[0]>[0]

const statesOf = ({ host }: Service) => Object.values(host.sources())

const expectRecovery = async (service: Service, fault: CloudinaryFault) => {
  if (slowToRetry.includes(fault)) {
    for (const { nextAttemptSeconds } of statesOf(service))
      expect(nextAttemptSeconds).toBeGreaterThan(290)
    return
  }
  const isWell = () => statesOf(service).every(({ ready, failing }) => ready && !failing)
  await vi.waitFor(() => expect(isWell()).toBe(true), { timeout: 20_000, interval: 50 })
  expect((await service.get('/api/random-wallpapers?count=100')).body).toHaveLength(30)
  expect((await service.get('/readyz')).status).toBe(200)
}

describe('GET /api/random-wallpapers while Cloudinary fails', () => {
  it.concurrent.each(cloudinaryFaults)(
    '%s before the first good list: the documented 500 in time, then recovery by itself',
    (fault) =>
      withService(async (service, { emulator, lines }) => {
        emulator.behave({ fault })
        service.host.start()
        for (const query of ['', '?tag=desktop&count=3', '?tag=mobile&resolution=4k']) {
          const { status, body, ms } = await service.get(`/api/random-wallpapers${query}`)
          expect([status, body]).toEqual([500, { ...failure, debug: expect.any(String) }])
          expect(ms).toBeLessThan(5_000)
        }
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
      withService(async (service, { emulator }) => {
        await service.host.start()
        emulator.behave({ fault })
        const isFailing = () => statesOf(service).every(({ failing }) => failing)
        await vi.waitFor(() => expect(isFailing()).toBe(true), { timeout: 20_000, interval: 20 })
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

  it('does not let a caller wait for longer than five seconds for the first list', async () => {
    cloudinary.emulator.behave({ fault: 'hang' })
    const service = await serve(cloudinary, { timeoutMs: 8_000 })
    service.host.start()
    const { status, body, ms } = await service.get('/api/random-wallpapers')
    expect([status, body.error]).toEqual([500, failure.error])
    expect(ms).toBeLessThan(5_000)
    service.close()
  })

  it('never waits for Cloudinary once there is a list', async () => {
    cloudinary.emulator.resources = makeResources(30)
    const service = await serve(cloudinary, { timeoutMs: 8_000 })
    await service.host.start()
    cloudinary.emulator.behave({ fault: 'hang' })
    const isAsking = () =>
      Object.values(service.host.sources()).every((state) => state.nextAttemptSeconds === 0)
    await vi.waitFor(() => expect(isAsking()).toBe(true), { timeout: 5_000, interval: 5 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => service.get('/api/random-wallpapers?count=5')),
    )
    // Cloudinary hangs for eight seconds. An answer within four seconds shows that the request did
    // not wait for Cloudinary.
    for (const { status, ms } of answers) expect([status, ms < 4_000]).toEqual([200, true])
    expect(isAsking()).toBe(true)
    service.close()
  })

  it('answers 1,000 callers at a cold start with one call for each list', async () => {
    cloudinary.emulator.resources = makeResources(30)
    cloudinary.emulator.behave({ latencyMs: 300 })
    const service = await serve(cloudinary, { refreshMs: 60_000, timeoutMs: 8_000 })
    service.host.start()
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () => service.get('/api/random-wallpapers?tag=mobile')),
    )
    expect(answers.every(({ status, body }) => status === 200 && body.length === 1)).toBe(true)
    expect(cloudinary.emulator.calls).toEqual({ all: 1, desktop: 1, mobile: 1 })
    service.close()
  })
})
