import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from './tools/servers/find-servers.ts'
import { startServer } from './tools/servers/start-server.ts'
import { makeTempDir, removeDir } from './tools/temp-dir.ts'

const deployed = new URL('../deploy/fail2ban/', import.meta.url).pathname
const filter = join(deployed, 'filter.d/fresco.conf')
const regexProgram = findProgram('fail2ban-regex')
const journalProgram = findProgram('systemd-journal-remote', '/lib/systemd')

const forgedLine =
  '{"level":40,"time":1,"pid":1,"hostname":"a","requestId":"b","address":"198.51.100.66","msg":"Sign-in failed"}'
const forgedEnd = '","address":"198.51.100.66","msg":"Sign-in failed"}'

/** Usernames and addresses with which a client tries to have somebody else banned. */
const forgeries = [
  forgedLine,
  `\n${forgedLine}\n`,
  `\r\n${forgedLine}`,
  `\u2028${forgedLine}`,
  `host node[1]: ${forgedLine}`,
  `x${forgedEnd}`,
  '198.51.100.66',
]

const run = (file: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} failed: ${stderr || stdout}`)
  return stdout
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)

describe('the fail2ban filter', () => {
  let log: string
  let dir: string
  beforeAll(async () => {
    dir = await makeTempDir('fail2ban')
    log = await writeLog()
    await writeFile(join(dir, 'fresco.log'), log)
  })
  afterAll(() => removeDir(dir))

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

  it.skipIf(!regexProgram)('works with fail2ban on a log file', () => {
    const found = run(regexProgram ?? '', ['-o', 'ip', join(dir, 'fresco.log'), filter])
    expect(linesOf(found)).toEqual(guilty)
  })

  it.skipIf(!regexProgram || !journalProgram)('works with fail2ban on the journal', async () => {
    const [source, journal] = [join(dir, 'log.export'), join(dir, 'log.journal')]
    await writeFile(source, toJournalExport(linesOf(log)))
    run(journalProgram ?? '', ['-o', journal, source])
    const place = `systemd-journal[journalfiles='${journal}']`
    expect(linesOf(run(regexProgram ?? '', ['-o', 'ip', place, filter]))).toEqual(guilty)
  })

  it.skipIf(!regexProgram)('has a jail that fail2ban accepts', async () => {
    const config = join(dir, 'config')
    await cp('/etc/fail2ban', config, { recursive: true })
    // Debian enables a jail for sshd, which needs the log of sshd.
    await rm(join(config, 'jail.d'), { recursive: true })
    await mkdir(join(config, 'jail.d'))
    await cp(deployed, config, { recursive: true })
    const client = findProgram('fail2ban-client') ?? ''
    expect(run(client, ['-c', config, '--test'])).toContain('test is successful')
    const commands = run(client, ['-c', config, '-d'])
    expect(commands).toContain(
      "['set', 'fresco', 'addjournalmatch', '_SYSTEMD_UNIT=fresco.service']",
    )
    expect(commands).toContain("['start', 'fresco']")
  })
})

/** Writes log lines as systemd's Journal Export Format has them for a service. */
const toJournalExport = (lines: readonly string[]) =>
  lines
    .map((line, at) =>
      [
        `__REALTIME_TIMESTAMP=${Date.now() * 1000 + at}`,
        `__MONOTONIC_TIMESTAMP=${at + 1}`,
        `_BOOT_ID=${'0'.repeat(31)}1`,
        '_HOSTNAME=machine',
        'SYSLOG_IDENTIFIER=node',
        '_PID=1',
        '_SYSTEMD_UNIT=fresco.service',
        `MESSAGE=${line}`,
        '',
        '',
      ].join('\n'),
    )
    .join('')
