import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseConfig } from '../../server/config/config.ts'
import { longestStopMs } from '../../server/process/shutdown.ts'
import { findProgram } from '../tools/servers/find-servers.ts'

const fileUrl = (file: string) => new URL(`../../${file}`, import.meta.url)
const read = (file: string) => readFileSync(fileUrl(file), 'utf8')
const scaled = 'deploy/compose.scaled.yaml'
const dockerCompose = findProgram('docker-compose', '/usr/bin')

describe('compose.yaml', () => {
  // Version 1 of Debian cannot read the file with the replicas, which needs Docker Compose 2.24.
  it.skipIf(dockerCompose === undefined)(
    'is one service, as Docker Compose itself reads it',
    () => {
      const PICTURES = fileURLToPath(fileUrl('test/data'))
      const file = fileURLToPath(fileUrl('compose.yaml'))
      const env = { PATH: process.env.PATH, PICTURES, TZ: 'Europe/Berlin' }
      const run = spawnSync(dockerCompose ?? '', ['-f', file, 'config'], { env, encoding: 'utf8' })
      expect(run).toMatchObject({ status: 0, stderr: '' })
      const { services } = parse(run.stdout)
      expect(services).toEqual({ fresco: expect.objectContaining({ user: '1000:1000' }) })
      const { environment, volumes } = services.fresco
      expect(parseConfig(environment).values.TZ).toBe('Europe/Berlin')
      expect(volumes).toEqual([`${PICTURES}:/pictures:ro`, 'data:/data:rw'])
    },
  )

  it('fits on a screen, and its volumes are those of the image', () => {
    const text = read('compose.yaml')
    expect(text.split('\n').filter((line) => /^[^#]*\w/.test(line)).length).toBeLessThan(20)
    const { services } = parse(text)
    const targets = services.fresco.volumes.map((one: string) => /:(\/\w+)(:ro)?$/.exec(one)?.[1])
    expect(targets).toEqual(['/pictures', '/data'])
    expect(read('Dockerfile')).toContain('\nVOLUME /data\n')
    expect(read('deploy/container.js')).toContain("'/pictures'")
  })
})

const bindSchema = z.object({
  type: z.literal('bind'),
  source: z.string(),
  target: z.string(),
  read_only: z.literal(true),
  bind: z.object({ create_host_path: z.literal(false) }),
})
const serviceSchema = z.object({
  image: z.string(),
  stop_grace_period: z.string().optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.union([z.string(), bindSchema])).default([]),
  networks: z.object({ default: z.object({ ipv4_address: z.ipv4() }) }).optional(),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
})
const networkSchema = z.object({ subnet: z.string(), gateway: z.ipv4(), ip_range: z.string() })
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  networks: z.object({
    default: z.object({
      ipam: z.object({ config: z.tuple([networkSchema]) }),
    }),
  }),
  volumes: z.record(z.string(), z.unknown()),
})

/** Replaces `${A:-else}`, `${A:+instead}` and `${A:?message}` as Docker Compose does. */
const interpolate = (text: string, env: Record<string, string>) =>
  text.replace(/\$\{(\w+):([-+?])([^}]*)\}/g, (_, name: string, kind: string, other: string) => {
    const value = env[name] ?? ''
    if (kind === '+') return value && other
    if (kind === '?' && value === '') throw new Error(`${name} ${other}`)
    return value || other
  })

const open = (env: Record<string, string> = {}) => {
  const all = { POSTGRES_PASSWORD: 'secret123', ...env }
  const written = JSON.stringify(parse(read(scaled), { merge: true }))
  const filled: unknown = JSON.parse(written, (_, value: unknown) =>
    typeof value === 'string' ? interpolate(value, all) : value,
  )
  const compose = composeSchema.parse(filled)
  const find = (name: string) => serviceSchema.parse(compose.services[name])
  const replicas = ['one', 'two'].map(find)
  return { ...compose, find, replicas }
}

const configOf = ({ environment }: z.infer<typeof serviceSchema>) =>
  parseConfig(Object.fromEntries(Object.entries(environment).map(([k, v]) => [k, String(v)])))

describe(scaled, () => {
  it('sets only known settings, to values that the server accepts', () => {
    const known = new Set(
      [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, key]) => key),
    )
    for (const replica of open().replicas) {
      const keys = Object.keys(replica.environment)
      expect(keys).toContain('DATABASE_URL')
      expect(keys.filter((key) => !known.has(key))).toEqual([])
      expect(configOf(replica)).toMatchObject({
        values: { WALLPAPERS_DIR: undefined },
        accounts: { databaseUrl: 'postgres://fresco:secret123@postgres:5432/fresco' },
      })
    }
  })

  it('has no password except the one that the operator chose', () => {
    expect(() => open({ POSTGRES_PASSWORD: '' })).toThrow(/^POSTGRES_PASSWORD is missing, write .+/)
    const passwords = [...read(scaled).matchAll(/\$\{[A-Z_]*PASSWORD[^}]*\}/g)]
    expect(passwords.length).toBeGreaterThan(1)
    for (const [password] of passwords) expect(password).toMatch(/^\$\{POSTGRES_PASSWORD:\?/)
    expect(read('.env.example')).toContain('\n#POSTGRES_PASSWORD=')
    expect(read('.gitignore')).toContain('\n.env\n')
  })

  it('opens a port to this machine alone, because ports of Docker pass by a firewall', () => {
    const ports = Object.values(open().services).flatMap((service) => service.ports)
    expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+:\d+$/)])
  })

  it('mounts the same folder of wallpapers in every replica if one is set', () => {
    const { replicas } = open({ WALLPAPERS_DIR: '/home/me/Pictures' })
    for (const { volumes, ...replica } of replicas) {
      const mounts = volumes.filter((one) => typeof one !== 'string')
      expect(mounts).toMatchObject([{ source: '/home/me/Pictures', target: '/wallpapers' }])
      expect(configOf({ volumes, ...replica }).values.WALLPAPERS_DIR).toBe('/wallpapers')
    }
  })

  it('mounts only existing files and declared volumes', () => {
    const { services, volumes } = open()
    const sources = Object.values(services).flatMap((service) =>
      service.volumes.map((one) => (typeof one === 'string' ? one.replace(/:.*/, '') : one.source)),
    )
    expect(sources).toContain('./haproxy.cfg')
    const isThere = (source: string) =>
      source.startsWith('.') ? existsSync(fileUrl(`deploy/${source}`)) : source in volumes
    expect(sources.filter((source) => !isThere(source))).toEqual([])
  })

  it('gives the balancer both replicas, and a stopping replica enough time', () => {
    const { find, replicas } = open()
    const { environment, depends_on: replicaNames } = find('balancer')
    expect(replicaNames).toEqual(['one', 'two'])
    for (const [at, replica] of replicas.entries()) {
      const { listen, values } = configOf(replica)
      expect(listen.host).toBe('0.0.0.0')
      expect(Object.values(environment)).toContain(`${['one', 'two'][at]}:${listen.port}`)
      const graceMs = Number(/^(\d+)s$/.exec(replica.stop_grace_period ?? '')?.[1]) * 1000
      expect(graceMs).toBeGreaterThan(longestStopMs(values.DRAIN_SECONDS * 1000))
    }
  })

  it('trusts only the balancer, and proxies that the operator adds, for client addresses', () => {
    const { find, replicas, networks } = open()
    const balancer = find('balancer').networks?.default.ipv4_address ?? ''
    for (const replica of replicas) expect(configOf(replica).trustedProxies).toEqual([balancer])
    const [{ subnet, ip_range }] = networks.default.ipam.config
    expect(toList(subnet).check(balancer)).toBe(true)
    // Docker could assign an address of the range to another container first.
    expect(toList(ip_range).check(balancer)).toBe(false)
    const more = open({ TRUSTED_PROXIES: '172.29.87.1,10.0.0.0/8' }).replicas.map(configOf)
    for (const { trustedProxies } of more)
      expect(trustedProxies).toEqual([balancer, '172.29.87.1', '10.0.0.0/8'])
  })
})

const toList = (network: string) => {
  const [address = '', bits] = network.split('/')
  const list = new BlockList()
  list.addSubnet(address, Number(bits))
  return list
}
