import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { collectOutput, dieWithParent, isRunning, waitForOutput } from './tools/child.ts'
import { findFreePort } from './tools/servers/sockets.ts'
import { makeTempDir, removeDir } from './tools/temp-dir.ts'

const root = resolve(import.meta.dirname, '..')
const minute = 60_000

/** Lists the lines of a document's code blocks in sh. Each line is a command. */
const readCommands = (document: string) =>
  [...read(document).matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block.split('\n').flatMap((line) => line.replace(/ +#.*/, '').trim() || []),
  )

const read = (document: string) => readFileSync(join(root, document), 'utf8')
const isServer = (command: string) => /npm start$|npm run (dev|try)|docker run/.test(command)
const isTestRun = (command: string) => /npm (run )?test(:\S+)?$/.test(command)
// On a person's machine, the commands would replace an image and use a volume of that person.
const hasDocker = Boolean(process.env.CI) && spawnSync('docker', ['info']).status === 0

describe('in a clean clone', () => {
  let dir: string
  let port: number
  let server: ChildProcess | undefined
  const clone = () => join(dir, 'fresco')

  const start = (command: string) => {
    const ownPort = command.replace(/127\.0\.0\.1:8787|8787(?=:8787)/g, (place) =>
      place.replace('8787', `${port}`),
    )
    const env = {
      PATH: process.env.PATH,
      HOME: dir,
      PORT: `${port}`,
      // Packages that this machine has are not downloaded again.
      npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm'),
      npm_config_prefer_offline: 'true',
    }
    // A process group, because a shell does not pass signals on to the programs that it runs.
    const options = { cwd: clone(), env, detached: true }
    const child = spawn('bash', ['-c', ownPort], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    dieWithParent(child)
    return child
  }

  const stopServer = async () => {
    if (server?.pid === undefined || !isRunning(server)) return
    const ended = once(server, 'close')
    process.kill(-server.pid, 'SIGTERM')
    await ended
  }

  const request = (address: string) => fetch(address.replace('8787', `${port}`))

  const execute = async (command: string) => {
    // A server serves the requests of the commands below it, until the packages or the server are replaced.
    if (isServer(command) || command.includes('npm ci')) await stopServer()
    const child = start(command)
    const output = collectOutput(child)
    if (isServer(command)) {
      server = child
      await waitForOutput(child, /ready at http/, output, 15 * minute)
      expect((await request('http://127.0.0.1:8787/readyz')).status).toBe(200)
    } else {
      const [code] = await once(child, 'close')
      expect(code, output()).toBe(0)
    }
  }

  const runCommands = (document: string) => {
    const commands = readCommands(document)

    it.for(commands.filter((command) => !isTestRun(command)))(
      `${document}: %s`,
      { timeout: 20 * minute },
      async (command, { skip }) => {
        if (command.startsWith('docker '))
          skip(!hasDocker, 'Docker runs here only in CI, and if it is installed')
        await execute(command)
      },
    )

    // These tests are part of the test run, so they do not start it again.
    it.for(commands.filter(isTestRun))(
      `${document}: %s, which is a script of package.json`,
      (command) => {
        const [, script = ''] = /npm (?:run )?(\S+)$/.exec(command) ?? []
        expect(Object.keys(packageJson.scripts)).toContain(script)
      },
    )
  }

  beforeAll(async () => {
    dir = await makeTempDir('readme')
    port = await findFreePort()
    execFileSync('git', ['clone', '--quiet', root, clone()])
  })
  afterAll(async () => {
    await stopServer()
    await removeDir(dir)
  })

  runCommands('README.md')

  it('README.md: the image on a web page', async () => {
    const [, address = ''] = /<img src="([^"]+)"/.exec(read('README.md')) ?? []
    expect((await request(address)).headers.get('Content-Type')).toMatch(/^image\//)
  })

  // The last command checks the clone with what the others left behind.
  runCommands('CONTRIBUTING.md')

  it('the commands leave behind only what Git ignores', () => {
    const status = execFileSync('git', ['status', '--porcelain'], {
      cwd: clone(),
      encoding: 'utf8',
    })
    expect(status).toBe('')
  })
})
