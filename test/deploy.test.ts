import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findHaproxy } from './tools/find-servers.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const haproxy = findHaproxy()

describe('what is deployed', () => {
  it('sets only what the server knows', () => {
    const known = new Set(
      [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, key]) => key),
    )
    const [, replica = ''] = /&replica([\s\S]*?)\nservices:/.exec(read('compose.yaml')) ?? []
    const keys = [...replica.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, key]) => key)
    expect(keys).toContain('DATABASE_URL')
    expect(keys.filter((key) => !known.has(key))).toEqual([])
  })

  it('has the same version on the server, the extension and the client', () => {
    const { version } = JSON.parse(read('package.json'))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(JSON.parse(read('shared/package.json')).version).toBe(version)
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
