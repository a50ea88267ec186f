import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

// test/data has the database of each version of the schema, as a server stored it. Its sessions end in the year 2999.
const token = 'ksQOekU5XvSmxnSgqNuqC0R909iFiFOa.4NL+vk3k4rBzlZ+Ynl2EtecMkixUC+t/wXAo6EE9LgQ='
const secret = 'NKQIBpPdJI1cLAPX0pTrgwsejBjwpXfM5Qw5SJCauA0\n'

describe.each([1])('a server with a database of version %i', (version) => {
  let dir: string
  let server: RunningServer
  beforeAll(async () => {
    dir = await makeTempDir('upgrade')
    const database = new DatabaseSync(join(dir, 'fresco.sqlite'))
    const file = new URL(`../data/accounts-${version}.sql`, import.meta.url)
    database.exec(await readFile(file, 'utf8'))
    database.close()
    await writeFile(join(dir, 'session-secret'), secret)
    server = await startServer({ env: { DATA_DIR: dir } })
  })
  afterAll(async () => {
    await server?.stop()
    await removeDir(dir)
  })

  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(server.url + path, init)).json()

  it('has its sessions, names and favorites', async () => {
    const stored = await ask('/api/auth/export', { headers: { Authorization: `Bearer ${token}` } })
    expect(stored).toMatchObject({
      profile: {
        username: 'ada',
        name: 'Ada Lovelace',
        formerUsernames: [{ username: 'ada_1815' }],
      },
      favorites: ['alpine-dawn', 'left-long-ago', 'folder/Größe-海', 'total-eclipse'],
    })
  })

  it('has its passwords', async () => {
    const signedIn = await ask('/api/auth/sign-in/username', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'grace.h', password: 'correct horse' }),
    })
    expect(signedIn).toMatchObject({ user: { username: 'grace.h' } })
  })
})
