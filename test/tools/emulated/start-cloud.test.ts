import { get as httpsGet } from 'node:https'
import { afterAll, beforeAll, describe, expect, test as it } from 'vitest'
import { type ClerkBackend, startClerkBackend } from '../../emulators/clerk-backend.ts'
import { type RunningServer, startServer } from '../servers/start-server.ts'
import { startFaultSwitches } from './fault-switches.ts'
import { type Cloud, startCloud, toSwitches } from './start-cloud.ts'

describe('the system on three emulators', () => {
  let cloud: Cloud
  let clerk: ClerkBackend
  let server: RunningServer
  beforeAll(async () => {
    cloud = await startCloud()
    clerk = await startClerkBackend()
    server = await startServer({
      env: { ...cloud.env, ...clerk.env, CLOUDINARY_REFRESH_SECONDS: '0.2' },
    })
  })
  afterAll(async () => {
    await server?.stop()
    await clerk?.stop()
    await cloud?.stop()
  })

  const getJson = async (path: string) => {
    const response = await fetch(server.url + path)
    expect(response.status, path).toBe(200)
    return response.json()
  }
  const getPicture = async (url: string) => {
    if (url.startsWith('http:')) {
      const response = await fetch(url)
      const bytes = Buffer.from(await response.arrayBuffer())
      return { type: response.headers.get('content-type'), size: bytes.length }
    }
    return new Promise<{ type: string | undefined; size: number }>((resolve, reject) => {
      const request = httpsGet(url, { ca: cloud.tls.cert }, async (response) => {
        const chunks = await response.toArray()
        resolve({ type: response.headers['content-type'], size: Buffer.concat(chunks).length })
      })
      request.on('error', reject)
    })
  }

  it('serves wallpapers, colors and accounts from all three, and every picture downloads', async () => {
    expect((await fetch(`${server.url}/`)).status).toBe(200)
    expect(await getJson('/api/instance')).toMatchObject({ identity: 'clerk' })
    expect((await getJson('/api/colors')).length).toBeGreaterThan(5)
    const { wallpapers } = await getJson('/api/wallpapers?count=3')
    const hosted = await getJson('/api/random-wallpapers?count=3')
    expect([wallpapers.length, hosted.length]).toEqual([3, 3])
    expect(wallpapers[0]).toContain(cloud.env.WALLPAPERS_BASE_URL)
    expect(hosted[0].colors[0]).toMatch(/^#[0-9A-F]{6}$/)
    for (const url of [...wallpapers, `${server.url}/images/${hosted[0].name}?w=600`])
      expect((await getPicture(url)).type).toMatch(/^image\//)
    for (const { preview_url, download_url } of hosted) {
      const preview = await getPicture(preview_url)
      expect(preview.type).toBe('image/webp')
      const original = await getPicture(download_url)
      expect(original.type).toBe('image/jpeg')
      expect(original.size).toBeGreaterThan(preview.size)
    }
  })

  it('reports a broken emulator, and recovers once it is repaired', async () => {
    const switches = await startFaultSwitches(toSwitches(cloud, clerk))
    const failing = async () => (await getJson('/readyz')).sources.cloudinary.failing
    await fetch(`${switches.url}/cloudinary/html-502`)
    await expect.poll(failing).toBe(true)
    await fetch(`${switches.url}/cloudinary/ok`)
    await expect.poll(failing).toBe(false)
    const commit = `${cloud.github.url}/repos/octo/wallpapers/commits/HEAD`
    const headers = { authorization: `token ${cloud.github.token}` }
    const statuses = (signal?: AbortSignal) =>
      [commit, `${clerk.url}/v1/users`].map(
        async (url) => (await fetch(url, { headers, signal: signal ?? null })).status,
      )
    expect(await Promise.all(statuses())).toEqual([200, 200])
    for (const service of ['github', 'clerk']) await fetch(`${switches.url}/${service}/hang`)
    for (const status of statuses(AbortSignal.timeout(300)))
      await expect(status).rejects.toThrow('timeout')
    await switches.stop()
  })
})
