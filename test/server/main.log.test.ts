import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageDir } from '../tools/servers/programs.ts'
import { sendRaw } from '../tools/servers/sockets.ts'
import { startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

/** An attack on the log: a line break, a forged log line, and terminal control characters. */
const evil = '\r\n{"level":60,"msg":"forged"}\n\u001b[2J\u009b31m\u2028\u202e'
const encoded = encodeURIComponent(evil)

const secretWord = 's3cret-w0rd'

describe('the log of a server', () => {
  it('has a line with the client of every request at the level debug, and no secret', async () => {
    const env = { LOG_LEVEL: 'debug', TRUSTED_PROXIES: '127.0.0.1' }
    const server = await startServer({ env })
    const url = `http://127.0.0.1:${server.port}`
    const headers = {
      'X-Forwarded-For': '203.0.113.8',
      Authorization: `Bearer ${secretWord}`,
      Cookie: `fresco_session=${secretWord}`,
      Referer: `${server.url}/?invite=${secretWord}`,
    }
    const path = '/api/wallpapers/search'
    await fetch(`${url}${path}?q=${secretWord}&token=${secretWord}`, { headers })
    await fetch(`${url}/account?invite=${secretWord}`, { headers })
    for (const [to, type, body] of [
      [
        '/api/auth/sign-in/username',
        'application/json',
        { username: secretWord, password: secretWord },
      ],
      ['/api/favorites', 'application/json', { favorites: [secretWord] }],
    ] as const)
      await fetch(`${url}${to}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': type },
        body: JSON.stringify(body),
      })
    await server.stop()
    const events = server
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    // An answer has its line when all its bytes are sent, which may be after the next request.
    const answered = events
      .filter(({ msg }) => msg === 'Answered')
      .toSorted((one, other) => one.path.localeCompare(other.path))
    expect(answered).toMatchObject([
      { address: '203.0.113.8', method: 'GET', path: '/account', status: 200 },
      { address: '203.0.113.8', method: 'POST', path: '/api/auth/sign-in/username', status: 401 },
      { address: '203.0.113.8', method: 'POST', path: '/api/favorites', status: 401 },
      { address: '203.0.113.8', method: 'GET', path, status: 200 },
    ])
    expect(server.log()).not.toContain(secretWord)
  })

  it('has no line and no control of anybody else, from requests, names and files', async () => {
    const folder = await makeTempDir('odd-names')
    await writeFile(join(folder, `a${evil.replaceAll('/', '')}.jpg`), 'no picture')
    const server = await startServer({ env: { WALLPAPERS_DIR: folder, LOG_LEVEL: 'debug' } })
    const headers = `Host: a\r\nUser-Agent: \u009b31m\r\nX-Request-Id: "\u009b\r\nConnection: close`
    for (const path of ['/', '/\u009b31m\u202e', `/images/${encoded}`, `/?q=${encoded}`])
      await sendRaw(server.port, `GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`)
    for (const username of [evil, `${evil}@x`])
      await fetch(`${server.url}/api/auth/sign-in/username`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username, password: evil }),
      })
    await fetch(`${server.url}/share/${encoded}`)
    await server.stop()
    await removeDir(folder)
    const lines = server.log().split('\n').filter(Boolean)
    const [own, forPeople] = [true, false].map((json) =>
      lines.filter((line) => line.startsWith('{') === json),
    )
    // The package also says what to do next.
    expect(forPeople).toHaveLength(packageDir ? 7 : 4)
    const events = own?.map((line) => JSON.parse(line)) ?? []
    expect(events.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['Answered', expect.stringMatching(/^Skipped a[\s\S]+forged/)]),
    )
    expect(events.filter(({ msg }) => msg === 'Answered').length).toBeGreaterThanOrEqual(5)
    expect(events.filter(({ msg }) => msg === 'forged')).toEqual([])
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u)
  })
})
