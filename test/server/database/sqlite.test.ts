import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqliteAccounts } from '../../../server/database/sqlite.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

const source = fileURLToPath(new URL('../../../server/database/sqlite.ts', import.meta.url))

describe('openSqliteAccounts', () => {
  let dir = ''
  beforeAll(async () => {
    dir = await makeTempDir('sqlite-accounts')
  })
  afterAll(() => removeDir(dir))

  it('is opened for the first time by many processes at once', async () => {
    const path = join(dir, 'shared', 'fresco.sqlite')
    const code = `import { openSqliteAccounts } from ${JSON.stringify(source)}
openSqliteAccounts(${JSON.stringify(path)}).prepare('SELECT count(*) FROM "favorite"').get()`
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' }),
    )
    const exits = await Promise.all(children.map((child) => once(child, 'exit')))
    expect(exits.map(([code]) => code)).toEqual([0, 0, 0, 0, 0, 0])
  })

  it.skipIf(process.platform === 'win32')('lets nobody else read the file', () => {
    const path = join(dir, 'private.sqlite')
    const database = openSqliteAccounts(path)
    for (const file of [path, `${path}-wal`]) expect(statSync(file).mode & 0o077).toBe(0)
    database.close()
  })

  it('refuses a database of a newer version and does not change it', () => {
    const path = join(dir, 'newer.sqlite')
    openSqliteAccounts(path).close()
    const newer = new DatabaseSync(path)
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    expect(() => openSqliteAccounts(path)).toThrow(
      /its schema is version 99, and Fresco \d+\.\d+\.\d+ knows only 1\. Install the newer version again/,
    )
    const database = new DatabaseSync(path)
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 })
    database.close()
  })
})
