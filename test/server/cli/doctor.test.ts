import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '../../../server/cli/doctor/findings.ts'
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
import { plain } from '../adapters/sample-pictures.ts'
import { runAdmin } from './admin-harness.ts'

const root = resolve(import.meta.dirname, '../../..')
const file = join(root, 'server/cli/doctor.ts')

let dir: string
let port: string
beforeAll(async () => {
  dir = await makeTempDir('doctor')
  port = String(await findFreePort())
})
afterAll(() => removeDir(dir))

const run = (env: Record<string, string> = {}, args: readonly string[] = []) =>
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
  return { port: String(port), url: `http://127.0.0.1:${port}`, stop: () => closeServer(server) }
}

describe('doctor', () => {
  it('finds nothing wrong where nothing is set, and changes nothing', async () => {
    const { code, stdout, output } = await run()
    expect(output).toBe(stdout)
    expect(stdout).toMatch(/^Fresco \d.+ with Node \d/)
    expect(stdout).toContain(`ok       PORT        http://127.0.0.1:${port} is free`)
    expect(stdout.trim().split('\n').at(-1)).toBe('Everything is fine.')
    expect(code).toBe(0)
    expect((await diagnose()).all.join()).toContain('data does not exist yet')
  })

  it('explains itself, and refuses other options in one line', async () => {
    const help = await run({}, ['--help'])
    expect(help.stdout).toMatch(
      /^Usage: (npm run fresco --|fresco) doctor.+\n\n {2}Checks settings/,
    )
    expect(help.code).toBe(0)
    const refused = await run({}, ['--nope'])
    expect(refused.output.trim()).toMatch(/^Unknown option '--nope'. Usage: [^\n]+$/)
    expect(refused.code).toBe(2)
  })

  it('lists all settings that are wrong, and names that are misspelt', async () => {
    const token = 'my secret'
    const wrong = { PORT: 'eighty', SIGN_UP: 'friends', GITHUB_TOKEN: token }
    const { code, stdout } = await run({ ...wrong, WALLPAPER_DIR: '/pictures' }, ['--json'])
    const { bad } = toLines(JSON.parse(stdout))
    expect(bad).toEqual([
      expect.stringMatching(/^problem settings: PORT is 'eighty': it accepts a port/),
      expect.stringMatching(/^problem settings: GITHUB_TOKEN has a value .+ \(hidden here\)/),
      expect.stringMatching(/^problem settings: SIGN_UP is 'friends'/),
      expect.stringMatching(/^warning settings: WALLPAPER_DIR .+ rename it to WALLPAPERS_DIR/),
    ])
    expect(bad.join()).not.toContain(token)
    expect(code).toBe(1)
  })

  it('names all problems of one set-up', async () => {
    const { bad } = await diagnose({ DATA_DIR: '/dev/null/data', WALLPAPERS_DIR: '/nowhere' })
    expect(bad).toEqual([
      expect.stringMatching(/^problem DATA_DIR: .+ \(ENOTDIR\) \| make it/),
      expect.stringMatching(
        /^problem WALLPAPERS_DIR: the folder \/nowhere does not exist \| make it/,
      ),
    ])
  })

  it('counts the small pictures of a folder, and not its previews', async () => {
    const pictures = join(dir, 'sizes')
    await mkdir(join(pictures, 'main'), { recursive: true })
    await mkdir(join(pictures, 'cache'))
    for (const [file, width] of Object.entries({ 'main/a': 1280, 'main/b': 1279, 'cache/a': 9 }))
      await plain('#123456', width, 8)
        .jpeg()
        .toFile(join(pictures, `${file}.jpg`))
    await writeFile(join(pictures, 'main', 'broken.jpg'), 'no picture')
    const say = async () => (await diagnose({ WALLPAPERS_DIR: pictures })).all.join('\n')
    expect(await say()).toContain('has 4 pictures, of which 2 are smaller than 1280 pixels')
    await writeFile(join(pictures, 'index.json'), '[]')
    expect(await say()).toContain('of which 1 is smaller')
  })

  inLongRun('says what is wrong with a folder', async () => {
    await mkdir(join(dir, 'empty'), { recursive: true })
    const pictures = join(dir, 'pictures')
    await mkdir(pictures, { recursive: true })
    await copyFile(join(root, 'server/sample/main/alpine-dawn.jpg'), join(pictures, 'dawn.jpg'))
    const folder = async (path: string) => (await diagnose({ WALLPAPERS_DIR: path })).bad.join()
    expect(await folder('/nowhere')).toMatch(
      /^problem WALLPAPERS_DIR: the folder \/nowhere does not exist/,
    )
    expect(await folder('/etc/hostname')).toMatch(/is a file, not a folder/)
    expect(await folder(join(dir, 'empty'))).toMatch(/has no pictures \| put jpg, png/)
    expect(await folder(pictures)).toBe('')
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
    })
    expect(bad).toEqual([
      'problem GitHub: GitHub could not be reached (ECONNREFUSED) | correct the settings that begin with GITHUB_, and check whether this machine reaches the internet',
      'problem Cloudinary: Cloudinary could not be reached (ECONNREFUSED) | compare CLOUDINARY_URL with your dashboard',
      'problem PostgreSQL: cannot be used (nothing listens there, ECONNREFUSED) | check user, password, host, port and name in DATABASE_URL, and make the database: CREATE DATABASE',
      'problem Redis: cannot be used (nothing listens there, ECONNREFUSED) | check host, port and password in REDIS_URL',
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

  it('asks the address of the pictures', async () => {
    const pictures = await listen((_, response) => response.writeHead(404).end())
    const broken = await listen((_, response) => response.writeHead(502).end())
    const of = (url: string) => diagnose({ WALLPAPERS_BASE_URL: url })
    const reached = await of(pictures.url)
    expect(reached.bad).toEqual([])
    expect(reached.all).toContain(`ok WALLPAPERS_BASE_URL: ${pictures.url} answers`)
    expect((await of(broken.url)).bad.join()).toMatch(
      /^problem WALLPAPERS_BASE_URL: http.+ answers 502 \| check the address/,
    )
    await Promise.all([pictures.stop(), broken.stop()])
    expect((await of(pictures.url)).bad.join()).toMatch(
      /^problem WALLPAPERS_BASE_URL: http.+ could not be reached \(nothing listens there/,
    )
  })

  inLongRun('reaches services, and says what they refuse', async () => {
    const services = await Promise.all([startGithub(), startCloudinary(), startClerkBackend()])
    const [github, cloudinary, clerk] = services
    github.push([])
    const env = { ...github.env, ...clerk.env, CLOUDINARY_URL: cloudinary.cloudinaryUrl }
    const right = await diagnose(env)
    expect(right.bad).toEqual([])
    expect(right.all.join('\n')).toMatch(/ok GitHub: .+ can be read/)
    expect(right.all.join('\n')).toMatch(/ok Cloudinary: .+ lists 0 images/)
    expect(right.all.join('\n')).toMatch(/ok Clerk: answers/)
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
    const right = await diagnose({ DATABASE_URL, REDIS_URL: redis.url })
    expect(right.bad).toEqual([])
    expect(right.all).toContain('ok PostgreSQL: answers, and has no tables yet')
    const wrong = await diagnose({ DATABASE_URL: DATABASE_URL.replace(/\w+$/, 'nope') })
    expect(wrong.bad.join()).toMatch(
      /database "nope" does not exist\) \| check .+ make the database/,
    )
    await Promise.all([postgres.stop(), redis.stop()])
  })

  it('asks the OpenID Connect provider who it is', async () => {
    const provider = await listen(({ url }, response) => {
      const issuer = 'https://login.example/'
      if (url?.startsWith('/right')) response.end(JSON.stringify({ issuer }))
      else response.writeHead(404).end()
    })
    const issuerOf = async (path: string) =>
      (await diagnose({ OIDC_ISSUER: provider.url + path, OIDC_CLIENT_ID: 'fresco' })).bad.join()
    expect(await issuerOf('/right')).toMatch(
      /says that it is https:\/\/login\.example\/ \| set OIDC/,
    )
    expect(await issuerOf('/wrong')).toMatch(/does not describe a provider \(status 404\)/)
    await provider.stop()
  })

  it('tells a Fresco that runs from another program, at its port and at PUBLIC_URL', async () => {
    const server = await startServer()
    const other = await listen((_, response) => response.end('hello'))
    const own = await diagnose({ PORT: String(server.port), PUBLIC_URL: server.url })
    expect(own.bad).toEqual([])
    expect(own.all.join('\n')).toMatch(/ok PORT: Fresco \d.+ runs at/)
    expect(own.all.join('\n')).toContain(`ok PUBLIC_URL: ${server.url} leads to this server`)
    const lost = await diagnose({ PORT: String(server.port), PUBLIC_URL: other.url })
    expect(lost.bad.join()).toContain(`problem PUBLIC_URL: ${other.url} leads to another program`)
    const taken = await diagnose({ PORT: other.port })
    expect(taken.bad.join()).toMatch(/^problem PORT: another program uses/)
    await Promise.all([server.stop(), other.stop()])
  })

  it('says when PUBLIC_URL is https and no proxy is trusted, and does not ask a stopped server', async () => {
    const PUBLIC_URL = 'https://wallpapers.example'
    const { bad, all } = await diagnose({ PUBLIC_URL })
    expect(bad).toEqual([
      expect.stringMatching(
        /^problem proxy: .+ TRUSTED_PROXIES is not set.+ \| set TRUSTED_PROXIES/,
      ),
    ])
    expect(all.join('\n')).toMatch(/ok PUBLIC_URL: was not asked, because no server runs/)
    expect((await diagnose({ PUBLIC_URL, TRUSTED_PROXIES: '127.0.0.1' })).bad).toEqual([])
  })

  inLongRun('says when PUBLIC_URL leads nowhere or to another address', async () => {
    const server = await startServer()
    const moved = await listen((_, response) =>
      response.writeHead(308, { Location: 'https://home.example/' }).end(),
    )
    const down = await listen((_, response) => response.writeHead(502).end())
    const problemOf = async (url: string) =>
      (await diagnose({ PORT: String(server.port), PUBLIC_URL: url })).bad.join()
    const nobody = `http://127.0.0.1:${await findFreePort()}`
    expect(await problemOf(nobody)).toMatch(/could not be reached .+nothing listens there/)
    expect(await problemOf(moved.url)).toMatch(/redirects to https:\/\/home\.example \| set PUBLIC/)
    expect(await problemOf(down.url)).toMatch(/the proxy answers 502, so it does not reach/)
    await Promise.all([server.stop(), moved.stop(), down.stop()])
  })
})
