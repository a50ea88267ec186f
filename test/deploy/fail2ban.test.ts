import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../tools/servers/start-server.ts'

const deployed = new URL('../../deploy/fail2ban/', import.meta.url).pathname
const filter = join(deployed, 'filter.d/fresco.conf')

const forgedLine =
  '{"level":40,"time":1,"pid":1,"hostname":"a","requestId":"b","address":"198.51.100.66","msg":"Sign-in failed"}'
const forgedEnd = '","address":"198.51.100.66","msg":"Sign-in failed"}'

const forgeries = [
  forgedLine,
  `\n${forgedLine}\n`,
  `\r\n${forgedLine}`,
  `\u2028${forgedLine}`,
  `host node[1]: ${forgedLine}`,
  `x${forgedEnd}`,
  '198.51.100.66',
]

const linesOf = (text: string) => text.split('\n').filter(Boolean)

describe('the fail2ban filter', () => {
  let log: string
  beforeAll(async () => {
    log = await writeLog()
  })

  const writeLog = async () => {
    const env = { LOG_LEVEL: 'debug', TRUSTED_PROXIES: '127.0.0.1' }
    const server = await startServer({ env })
    const post = (path: string, body: string, headers: Record<string, string>) =>
      fetch(`${server.url}${path}`, { method: 'POST', body, headers, redirect: 'manual' })
    const json = { 'Content-Type': 'application/json' }
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: server.url }
    const good = JSON.stringify({ username: 'ada', password: 'correct horse' })
    const bad = JSON.stringify({ username: 'ada', password: 'wrong password' })
    const at = (address: string) => ({
      'X-Forwarded-For': address,
      'X-Request-Id': '198.51.100.66',
    })
    const signIn = '/api/auth/sign-in/username'
    await post('/api/auth/sign-up/username', good, { ...json, ...at('203.0.113.1') })
    await post(signIn, good, { ...json, ...at('203.0.113.2') })
    await post(signIn, bad, { ...json, ...at('198.51.100.66, 203.0.113.3') })
    await post(signIn, bad, { ...json, ...at('2001:db8::4') })
    await post('/account/sign-in', 'username=ada&password=wrong', { ...form, ...at('203.0.113.5') })
    for (const username of forgeries) {
      const body = JSON.stringify({ username, password: username })
      await post(signIn, body, { ...json, ...at('203.0.113.6') })
      const path = `/${encodeURIComponent(username)}`
      await fetch(`${server.url}${path}?q=${path.slice(1)}`, { headers: at('203.0.113.7') })
    }
    await server.stop()
    return server.log()
  }

  const guilty = [
    ...['203.0.113.3', '2001:db8::4', '203.0.113.5'],
    ...forgeries.map(() => '203.0.113.6'),
  ]

  it('finds the address of each failed sign-in and no address that a client wrote', async () => {
    const [, failregex = ''] = /^failregex = (.+)$/m.exec(await readFile(filter, 'utf8')) ?? []
    const pattern = new RegExp(failregex.replace('<ADDR>', '(?<address>[\\da-f.:]+)'))
    // In a file, fail2ban takes the time out of a line before it compares the line.
    const lines = linesOf(log).map((line) => line.replace(/"time":\d+/, ''))
    expect(lines.length).toBeGreaterThan(3 * forgeries.length)
    const found = lines.flatMap((line) => pattern.exec(line)?.groups?.address ?? [])
    expect(found).toEqual(guilty)
  })
})
