import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '../../../server/cli/doctor/finding.ts'
import { diagnose as findProblems } from '../../../server/cli/doctor.ts'
import { startClerkBackend } from '../../emulators/clerk-backend.ts'
import { startCloudinary } from '../../emulators/cloudinary.ts'
import { startGithub } from '../../emulators/github.ts'
import { inLongRun, isLongRun } from '../../long-run.ts'
import { closeServer, findFreePort, listenLocally } from '../../tools/servers/sockets.ts'
import { hasPostgres, startPostgres } from '../../tools/servers/start-postgres.ts'
import { hasRedis, startRedis } from '../../tools/servers/start-redis.ts'
import { startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { runAdmin } from './admin-harness.ts'

const file = resolve(import.meta.dirname, '../../../server/cli/doctor.ts')

let dir: string
let port: string
beforeAll(async () => {
  dir = await makeTempDir('doctor')
  port = String(await findFreePort())
})
afterAll(() => removeDir(dir))

const run = (env: Record<string, string>, args: readonly string[] = []) =>
  runAdmin(args, { cwd: dir, file, env: { PORT: port, DATA_DIR: join(dir, 'data'), ...env } })

/** Returns the findings as lines such as `problem DATA_DIR: … | what to do`. */
const toLines = (findings: readonly Finding[]) => {
  const all = findings.map(({ level, about, text, advice }) =>
    [`${level} ${about}: ${text}`, ...(advice === undefined ? [] : [advice])].join(' | '),
  )
  return { all, bad: all.filter((line) => !line.startsWith('ok ')) }
}
const diagnose = async (env: Record<string, string> = {}) =>
  toLines(await findProblems({ PORT: port, DATA_DIR: join(dir, 'data'), ...env }, undefined))

const listen = async (answer: Parameters<typeof createServer>[1]) => {
  const server = createServer(answer)
  const port = await listenLocally(server)
  return { url: `http://127.0.0.1:${port}`, stop: () => closeServer(server) }
}

describe('doctor', () => {
  it('finds nothing wrong where nothing is set', async () => {
    const { code, stdout, output } = await run({})
    expect(output).toBe(stdout)
    expect(stdout).toMatch(/^Fresco \d.+ with Node \d/)
    expect(stdout.trim().split('\n').at(-1)).toBe('No problem was found.')
    expect(code).toBe(0)
  })

  it('lists all settings that are wrong', async () => {
    const token = 'my secret'
    const wrong = { PORT: 'eighty', SIGN_UP: 'friends', GITHUB_TOKEN: token }
    const { code, stdout } = await run(wrong, ['--json'])
    const { bad } = toLines(JSON.parse(stdout))
    expect(bad).toEqual([
      expect.stringMatching(/^problem settings: PORT is 'eighty': it accepts a port/),
      expect.stringMatching(/^problem settings: GITHUB_TOKEN has a value .+ \(hidden here\)/),
      expect.stringMatching(/^problem settings: SIGN_UP is 'friends'/),
    ])
    expect(bad.join()).not.toContain(token)
    expect(code).toBe(1)
  })

  it('says why services cannot be used, without their passwords', async () => {
    const nobody = `127.0.0.1:${await findFreePort()}`
    const { bad, all } = await diagnose({
      DATABASE_URL: `postgres://fresco:s3cret%2Fword@${nobody}/fresco`,
      REDIS_URL: `redis://:s3cret%2Fword@${nobody}`,
      CLOUDINARY_URL: `cloudinary://482715:s3cret-word@cloud?upload_prefix=http://${nobody}`,
      GITHUB_OWNER: 'octocat',
      GITHUB_REPO: 'wallpapers',
      GITHUB_TOKEN: 's3cret-word',
      GITHUB_API_URL: `http://${nobody}`,
      WALLPAPERS_BASE_URL: `http://${nobody}`,
      OIDC_ISSUER: `http://${nobody}`,
      OIDC_CLIENT_ID: 'fresco',
    })
    const refused = `connect ECONNREFUSED ${nobody}`
    expect(bad.map((line) => line.split(' | ')[0])).toEqual([
      'problem GitHub: GitHub could not be reached (ECONNREFUSED)',
      `problem WALLPAPERS_BASE_URL: cannot be used (${refused})`,
      'problem Cloudinary: Cloudinary could not be reached (ECONNREFUSED)',
      `problem OIDC_ISSUER: cannot be used (${refused})`,
      `problem PostgreSQL: cannot be used (${refused})`,
      `problem Redis: cannot be used (${refused})`,
    ])
    expect(all.join()).not.toMatch(/s3cret/)
  })

  it('hides passwords in what services say, and leaves its own words alone', async () => {
    const redis = createTcpServer((socket) =>
      socket.on('data', () => socket.write('-ERR password s3cret-word is wrong\r\n')),
    )
    const port = await listenLocally(redis)
    const redisOf = async (password: string) =>
      (await diagnose({ REDIS_URL: `redis://:${password}@127.0.0.1:${port}` })).bad.join()
    expect(await redisOf('s3cret-word')).toBe(
      'problem Redis: cannot be used (ERR password (hidden) is wrong) | check host, port and password in REDIS_URL',
    )
    expect(await redisOf('password')).toContain('| check host, port and password in REDIS_URL')
    await new Promise((resolve) => redis.close(resolve))
  })

  inLongRun('reaches services, and says what they refuse', async () => {
    const services = await Promise.all([startGithub(), startCloudinary(), startClerkBackend()])
    const [github, cloudinary, clerk] = services
    github.push([])
    const env = { ...github.env, ...clerk.env, CLOUDINARY_URL: cloudinary.cloudinaryUrl }
    const right = await diagnose(env)
    expect(right.bad).toEqual([])
    expect(right.all.slice(1)).toEqual(
      ['GitHub', 'Cloudinary', 'Clerk'].map((name) => `ok ${name}: answers`),
    )
    clerk.behave({ fail: 'refused' })
    const { bad } = await diagnose({
      ...env,
      GITHUB_TOKEN: 'ghp_wrong',
      CLOUDINARY_URL: cloudinary.cloudinaryUrl.replace(/:[^:@]+@/, ':wrong@'),
    })
    expect(bad).toEqual([
      expect.stringMatching(/^problem GitHub: GitHub refused GITHUB_TOKEN \(401\)/),
      expect.stringMatching(/^problem Cloudinary: Cloudinary refuses the API key \(401\)/),
      expect.stringMatching(/^problem Clerk: /),
    ])
    await Promise.all(services.map(({ stop }) => stop()))
  })

  it.runIf(isLongRun && hasPostgres() && hasRedis())('looks at the databases', async () => {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
    const DATABASE_URL = postgres.createDatabase()
    expect((await diagnose({ DATABASE_URL, REDIS_URL: redis.url })).bad).toEqual([])
    const wrong = await diagnose({ DATABASE_URL: DATABASE_URL.replace(/\w+$/, 'nope') })
    expect(wrong.bad.join()).toMatch(/database "nope" does not exist\) \| .+ make the database/)
    await Promise.all([postgres.stop(), redis.stop()])
  })

  it('compares OIDC_ISSUER with what the provider says', async () => {
    const provider = await listen((_, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ issuer: 'https://login.example' }))
    })
    const { bad } = await diagnose({ OIDC_ISSUER: provider.url, OIDC_CLIENT_ID: 'fresco' })
    expect(bad.join()).toContain("but the provider says that it is 'https://login.example'")
    await provider.stop()
  })

  it('says when PUBLIC_URL is https and no proxy is trusted, and does not ask a stopped server', async () => {
    const PUBLIC_URL = 'https://wallpapers.example'
    const { bad, all } = await diagnose({ PUBLIC_URL })
    expect(bad).toEqual([expect.stringMatching(/^problem proxy: .+ \| set TRUSTED_PROXIES/)])
    expect(all.join('\n')).toMatch(/ok PUBLIC_URL: was not asked, because no server runs/)
    expect((await diagnose({ PUBLIC_URL, TRUSTED_PROXIES: '127.0.0.1' })).bad).toEqual([])
  })

  it('says whether PUBLIC_URL leads to the server that runs', async () => {
    const server = await startServer()
    const of = async (PUBLIC_URL: string) => {
      const { all } = await diagnose({ PORT: String(server.port), PUBLIC_URL })
      return all.at(-1)
    }
    expect(await of(server.url)).toBe(`ok PUBLIC_URL: ${server.url} leads to this server`)
    const moved = await listen((_, response) =>
      response.writeHead(308, { Location: 'https://home.example/' }).end(),
    )
    expect(await of(moved.url)).toMatch(/redirects to https:\/\/home\.example \| set PUBLIC/)
    const down = await listen((_, response) => response.writeHead(502).end())
    expect(await of(down.url)).toMatch(/does not lead to Fresco \(status 502\)/)
    await Promise.all([moved.stop(), down.stop()])
    expect(await of(down.url)).toMatch(/could not be reached .+ECONNREFUSED/)
    await server.stop()
  })
})
