import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageDir, toCommand } from '../tools/servers/programs.ts'
import { sendRaw } from '../tools/servers/sockets.ts'
import { inheritedEnv, type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

const main = fileURLToPath(new URL('../../server/main.js', import.meta.url))

const runRefused = (env: Record<string, string>, uid = process.getuid?.()) =>
  new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const [node, ...args] = toCommand(main)
    const child = spawn(node, args, {
      env: { ...inheritedEnv(), ...env },
      ...(uid === undefined ? {} : { uid }),
    })
    let output = ''
    child.stdout.on('data', (data) => (output += data))
    child.stderr.on('data', (data) => (output += data))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })

describe('main', () => {
  let server: RunningServer
  let other: RunningServer
  beforeAll(async () => {
    server = await startServer()
    other = await startServer({ env: { METRICS_PORT: '0' } })
  })
  afterAll(() => Promise.all([server.stop(), other.stop()]))

  it.skipIf(packageDir)(
    'tells a newcomer in four lines where it is, who may sign up and how to load the extension',
    () => {
      const lines = server
        .log()
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('{'))
      expect(lines).toHaveLength(4)
      expect(lines.join('\n')).toMatch(
        /ready at .+\nSign-up: open\nChrome: .+dist\/chrome-mv3\nFirefox: .+dist\/firefox-mv3/,
      )
    },
  )

  it('warns at the start of a misspelt setting, of a folder without pictures, and says who may sign up', async () => {
    const folder = await makeTempDir('no-pictures')
    const env = { WALLPAPERS_DIR: folder, SIGN_UP: 'invite', RATELIMIT: '9/minute' }
    const empty = await startServer({ env })
    await empty.stop()
    await removeDir(folder)
    expect(empty.log()).toContain('such setting: rename it to RATE_LIMIT, if you meant that"')
    expect(empty.log()).toContain('"The folder catalogue has no wallpapers. A folder needs jpg')
    expect(empty.log()).toMatch(/^Sign-up: +with an invite$/m)
  })

  it('serves the default catalogue with no setting at all', async () => {
    const response = await fetch(`${server.url}/api/wallpapers?count=10`)
    const { wallpapers } = (await response.json()) as { wallpapers: string[] }
    expect(wallpapers).toHaveLength(10)
    for (const url of wallpapers) expect(url.startsWith(`${server.url}/main/`)).toBe(true)
    const picture = await fetch(wallpapers[0] ?? '')
    expect(picture.headers.get('content-type')).toMatch(/^image\/(jpeg|png|webp)$/)
    expect(server.log(), 'no line for each request').not.toContain('Answered')
  })

  it('starts absolute URLs with its own address, never with the Host header', async () => {
    const answer = await sendRaw(
      server.port,
      'GET /api/wallpapers HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    )
    expect(answer).toContain(server.url)
    expect(answer).not.toContain('evil.example')
  })

  it('keeps a browser signed in at two servers of one host, because cookies ignore ports', async () => {
    const jar = new Map<string, string>()
    for (const { url } of [server, other]) {
      const answer = await fetch(`${url}/api/auth/sign-up/username`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: new URL(url).origin },
        body: JSON.stringify({ username: 'two_servers', password: 'correct horse' }),
      })
      const [name = '', value = ''] = answer.headers.getSetCookie()[0]?.split(/[=;]/) ?? []
      jar.set(name, value)
    }
    const Cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    for (const { url } of [server, other]) {
      const answer = await fetch(`${url}/api/auth/session`, { headers: { Cookie } })
      expect(await answer.text()).toContain('two_servers')
    }
  })

  // Root may read and write every folder, so the server runs as another user then.
  it.skipIf(!process.getuid).each([
    ['WALLPAPERS_DIR', 'read'],
    ['DATA_DIR', 'write to'],
  ])('names the user who cannot use the folder of %s', async (key, action) => {
    const folder = await makeTempDir('locked')
    await chmod(folder, 0o100)
    const uid = process.getuid?.() || 65_534
    const { code, output } = await runRefused({ PORT: '0', DATA_DIR: folder, [key]: folder }, uid)
    await removeDir(folder)
    expect(code).toBe(1)
    expect(output.trim()).toBe(
      `Fresco cannot start: ${key} is '${folder}', which uid ${uid} of this server cannot ${action}: let that user ${action} it, or run the server as the folder's owner`,
    )
  })

  // Root may read every file, so the server runs as another user then.
  it.skipIf(!process.getuid || packageDir)(
    'answers 404 for an original that its user may not read, and logs one line',
    async () => {
      const folder = await makeTempDir('unreadable')
      await mkdir(join(folder, 'main'))
      await writeFile(join(folder, 'main/lake.jpg'), 'a picture', { mode: 0o000 })
      const rows = [{ file_name: 'lake', file_main_name: 'lake.jpg' }]
      await writeFile(join(folder, 'index.json'), JSON.stringify(rows))
      await chmod(folder, 0o755)
      const uid = process.getuid?.() || 65_534
      const server = await startServer({ env: { WALLPAPERS_DIR: folder }, uid })
      expect((await fetch(`${server.url}/main/lake.jpg`)).status).toBe(404)
      await server.stop()
      await removeDir(folder)
      expect(server.log().match(/EACCES: permission denied/g)?.length).toBeGreaterThan(0)
      expect(server.log().match(/"level":(40|50|"warn"|"error")/g)).toHaveLength(1)
    },
  )

  // Below a path, PUBLIC_URL is always set.
  it.skipIf(process.env.FRESCO_PATH)(
    'has addresses that this machine can open when it listens on all',
    async () => {
      const everywhere = await startServer({ env: { HOST: '0.0.0.0' } })
      expect(new URL(everywhere.url).hostname).toBe('127.0.0.1')
      const { wallpapers } = (await (await fetch(`${everywhere.url}/api/wallpapers`)).json()) as {
        wallpapers: string[]
      }
      expect(wallpapers[0]).toMatch(`${everywhere.url}/main/`)
      await everywhere.stop()
      expect(everywhere.log()).toContain('set PUBLIC_URL to the address that people use')
    },
  )

  it.each(['PORT', 'METRICS_PORT'])('says that the port of %s is taken', async (name) => {
    const folder = await makeTempDir('taken')
    const taken = { PORT: '0', DATA_DIR: folder, [name]: String(server.port) }
    const { code, output } = await runRefused({ ...taken, LOG_LEVEL: 'silent' })
    await removeDir(folder)
    expect(code).toBe(1)
    expect(output.trim()).toMatch(
      new RegExp(`^Fresco cannot start: ${name} \\d+ is taken .+set ${name}`),
    )
  })

  it.skipIf(packageDir)('explains itself for --help and starts nothing', () => {
    const { stdout } = spawnSync(process.execPath, [main, '--help'], { encoding: 'utf8' })
    expect(stdout).toMatch(/^Usage: npm start\n\n {2}Serves .+\.env\.example/s)
  })

  it('has no metrics unless a port is set for them, and serves them there alone', async () => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
    const [url = ''] = /http:[^"]+\/metrics/.exec(other.log()) ?? []
    expect(new URL(url).hostname).toBe('127.0.0.1')
    expect(new URL(url).origin).not.toBe(other.url)
    await fetch(`${other.url}/api/wallpapers`)
    const text = await (await fetch(url)).text()
    expect(text).toContain('route="/api/wallpapers",status="2xx"} 1')
    expect(text).toContain('fresco_source_up{source="catalogue"} 1')
    expect((await fetch(`${other.url}/metrics`)).status).toBe(404)
  })
})
