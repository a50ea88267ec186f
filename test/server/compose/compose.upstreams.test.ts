import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeIndexRows } from '../../builders.ts'
import { type ClerkBackend, startClerkBackend } from '../../emulators/clerk-backend.ts'
import {
  type CloudinaryEmulator,
  makeResources,
  startCloudinary,
} from '../../emulators/cloudinary.ts'
import { type GithubEmulator, startGithub } from '../../emulators/github.ts'
import { type RunningServer, startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

const faults = [
  ['500', /GitHub has an internal problem/, /answered with status 500/],
  ['cut body', /GitHub could not be reached/, /Cloudinary could not be reached/],
  ['401', /refused GITHUB_TOKEN/, /refuses the API key/],
] as const

describe('a server with its catalogue at GitHub, images at Cloudinary and accounts at Clerk', () => {
  let github: GithubEmulator
  let cloudinary: CloudinaryEmulator
  let clerk: ClerkBackend
  let dir: string
  let servers: RunningServer[]
  const seen: string[] = []
  beforeEach(async () => {
    github = await startGithub()
    github.push(makeIndexRows(2_000), [{ colors: ['teal'] }])
    cloudinary = await startCloudinary()
    cloudinary.resources = makeResources(9)
    clerk = await startClerkBackend()
    dir = await makeTempDir('upstreams')
    servers = []
    seen.length = 0
  })
  afterEach(async () => {
    for (const server of servers) await server.stop()
    for (const { stop } of [github, cloudinary, clerk]) await stop()
    await removeDir(dir)
  })

  const start = async (env: Record<string, string> = {}) => {
    const server = await startServer({
      env: {
        ...github.env,
        ...clerk.env,
        CLOUDINARY_URL: cloudinary.cloudinaryUrl,
        DATA_DIR: join(dir, 'data'),
        METRICS_PORT: '0',
        NODE_ENV: 'development',
        ...env,
      },
    })
    servers.push(server)
    return server
  }
  const read = async ({ url }: RunningServer, path: string) => {
    const response = await fetch(`${url}${path}`)
    const text = await response.text()
    seen.push(JSON.stringify([...response.headers]), text)
    return { status: response.status, text }
  }
  const get = async (server: RunningServer, path: string) => {
    const { status, text } = await read(server, path)
    return { status, body: JSON.parse(text) }
  }
  const statuses = async (server: RunningServer) => {
    const paths = ['/api/wallpapers', '/api/colors', '/api/random-wallpapers']
    return Promise.all(paths.map(async (path) => (await get(server, path)).status))
  }
  const metricsOf = (server: RunningServer) => /http:[^"]+(?=\/metrics)/.exec(server.log())?.[0]
  const readDetails = async (server: RunningServer) =>
    (await get({ ...server, url: metricsOf(server) ?? '' }, '/readyz')).body
  const kept = () => readdirSync(join(dir, 'data/snapshots'))

  it('has none of its secrets in a log, an answer, a metric or a file', async () => {
    const user = clerk.addUser()
    const server = await start({ GITHUB_REFRESH_SECONDS: '0.2', CLOUDINARY_REFRESH_SECONDS: '0.2' })
    await expect.poll(() => statuses(server)).toEqual([200, 200, 200])
    clerk.behave({ fail: 'error' })
    for (const [fail, ofGithub, ofCloudinary] of faults) {
      github.behave({ fail })
      cloudinary.behave({ fault: fail })
      await vi.waitFor(async () => {
        const { sources } = await readDetails(server)
        expect(sources.catalogue.problem).toMatch(ofGithub)
        expect(sources.cloudinary.problem).toMatch(ofCloudinary)
      }, 60_000)
      expect(await statuses(server)).toEqual([200, 200, 200])
      await read(server, `/share/${user.username}`)
    }
    const metrics = await fetch(`${metricsOf(server)}/metrics`)
    const files = kept().map((name) => readFileSync(join(dir, 'data/snapshots', name), 'utf8'))
    const text = [server.log(), await metrics.text(), ...files, ...seen].join('\n')
    // Three lists of Cloudinary, the catalogue, and whether its repository is private.
    expect(files).toHaveLength(5)
    expect(clerk.calls.list).toBeGreaterThan(0)
    const secrets = [github.token, cloudinary.secret, clerk.env.CLERK_SECRET_KEY ?? '']
    const encoded = secrets.map((secret) => btoa(`482715936104827:${secret}`))
    for (const secret of [...secrets, ...encoded, '482715936104827']) {
      expect(secret.length).toBeGreaterThan(10)
      expect(text.includes(secret)).toBe(false)
    }
  })
})
