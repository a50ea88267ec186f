import { spawn } from 'node:child_process'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isLongRun } from '../long-run.ts'
import { collectOutput, killChild, waitForOutput } from '../tools/child.ts'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

let dir = ''
let server: RunningServer
beforeEach(async () => {
  dir = await makeTempDir('main-database')
  server = await startServer({ env: { DATA_DIR: dir } })
})
afterEach(async () => {
  await server.stop()
  await removeDir(dir)
})

const call = (method: string, path: string, body?: unknown, token = '') =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const signUp = async (username: string) => {
  const response = await call('POST', '/api/auth/sign-up/username', {
    username,
    password: 'correct horse',
  })
  const { token } = (await response.json()) as { token: string }
  return token
}

const addFavorite = (token: string, wallpaperId = 'a') =>
  call('PATCH', '/api/favorites', { wallpaperId, action: 'add' }, token)

/** Holds the write lock in another process, as a backup or an administrator's command does. */
const holdWriteLock = async () => {
  const code = `const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync(${JSON.stringify(join(dir, 'fresco.sqlite'))})
database.exec('BEGIN IMMEDIATE')
console.log('locked')
setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', code])
  await waitForOutput(child, /locked/, collectOutput(child))
  return () => killChild(child)
}

describe('a server whose database is locked by another process', () => {
  it('answers other requests in the meantime and stores every change afterwards', async () => {
    const token = await signUp('ada')
    const release = await holdWriteLock()
    const answered: string[] = []
    const note = async (name: string, response: Promise<Response>) => {
      const { status } = await response
      answered.push(`${name} ${status}`)
    }
    const password = 'correct horse'
    const writes = [
      note('favorite', addFavorite(token)),
      note('sign-in', call('POST', '/api/auth/sign-in/username', { username: 'ada', password })),
      note('sign-up', call('POST', '/api/auth/sign-up/username', { username: 'bob', password })),
    ]
    await note('wallpapers', call('GET', '/api/wallpapers'))
    await note('favorites', call('GET', '/api/favorites', undefined, token))
    await note('readyz', call('GET', '/readyz'))
    expect(answered).toEqual(['wallpapers 200', 'favorites 200', 'readyz 200'])
    await release()
    await Promise.all(writes)
    expect(answered.toSorted().slice(0, 1)).toEqual(['favorite 200'])
    expect(answered).toContain('sign-in 200')
    expect(answered).toContain('sign-up 200')
    const stored = await (await call('GET', '/api/favorites', undefined, token)).json()
    expect(stored).toEqual({ favorites: ['a'] })
  })
})

describe.skipIf(process.platform === 'win32')('a server whose database is replaced', () => {
  const path = () => join(dir, 'fresco.sqlite')
  /** Puts an empty database in the place of the one that the server uses. */
  const replace = () => {
    const other = new DatabaseSync(join(dir, 'other.sqlite'))
    other.exec('CREATE TABLE "mark" ("x")')
    other.close()
    renameSync(join(dir, 'other.sqlite'), path())
  }

  const changes: [string, () => void][] = [
    ['replaced', replace],
    ['deleted', () => rmSync(path())],
    ['robbed of its write-ahead log', () => rmSync(`${path()}-wal`)],
  ]
  it.each(isLongRun ? changes : changes.slice(0, 1))(
    'acknowledges nothing after it was %s, and says so',
    async (_, change) => {
      const token = await signUp('ada')
      expect((await addFavorite(token, 'before')).status).toBe(200)
      change()
      const refused = [
        await addFavorite(token),
        await call('GET', '/api/favorites', undefined, token),
      ]
      for (const { status, headers } of refused) {
        expect(status).toBe(503)
        expect(headers.get('Retry-After')).toMatch(/^\d+$/)
      }
      await vi.waitFor(async () => {
        const ready = (await (await call('GET', '/readyz')).json()) as Record<string, unknown>
        expect(ready).toMatchObject({ status: 'degraded', accounts: { ready: false } })
      }, 60_000)
      expect((await call('GET', '/api/wallpapers')).status).toBe(200)
      const listLines = () =>
        server
          .log()
          .split('\n')
          .filter((line) => line.includes('replaced or deleted'))
      await expect.poll(listLines).toHaveLength(1)
    },
  )

  it('loses nothing when only the write-ahead log was deleted', async () => {
    const token = await signUp('ada')
    expect((await addFavorite(token)).status).toBe(200)
    rmSync(`${path()}-wal`)
    await server.stop()
    server = await startServer({ env: { DATA_DIR: dir } })
    const stored = await (await call('GET', '/api/favorites', undefined, token)).json()
    expect(stored).toEqual({ favorites: ['a'] })
  })
})
