import { existsSync, linkSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  SharedDatabase,
  type SharedDatabaseOptions,
} from '../../../server/database/shared-database.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

describe('SharedDatabase', () => {
  let dir = ''
  let path = ''
  beforeEach(async () => {
    dir = await makeTempDir('shared-database')
    path = join(dir, 'shared.sqlite')
    writeFileSync(path, '')
  })
  afterEach(() => removeDir(dir))

  const openUnshared = (options?: SharedDatabaseOptions) => {
    const database = new SharedDatabase(path, options)
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS "note" ("text")')
    return database
  }
  const open = (options?: SharedDatabaseOptions) => {
    const database = openUnshared(options)
    database.share()
    return database
  }
  const lock = () => {
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    return () => other.close()
  }
  const replace = () => {
    const other = join(dir, 'other.sqlite')
    const database = new DatabaseSync(other)
    database.exec('CREATE TABLE "note" ("text")')
    database.close()
    renameSync(other, path)
  }
  const insert = (database: DatabaseSync, text: string) => () => {
    database.prepare('INSERT INTO "note" VALUES (?)').run(text)
  }
  const list = (database: DatabaseSync) =>
    database
      .prepare('SELECT "text" FROM "note"')
      .all()
      .map((row) => row.text)

  it('writes in the order of the calls as soon as the lock is gone', async () => {
    const database = open()
    const unlock = lock()
    const writes = ['a', 'b', 'c'].map((text) => database.write(insert(database, text)))
    expect(await database.read(() => list(database))).toEqual([])
    await expect(database.tryWrite(insert(database, 'd'))).rejects.toMatchObject({ errcode: 5 })
    unlock()
    await Promise.all(writes)
    expect(list(database)).toEqual(['a', 'b', 'c'])
    database.close()
  })

  it('gives up on everything that waits for the same lock at the same time', async () => {
    const database = open({ waitMs: 200 })
    const unlock = lock()
    const writes = ['a', 'b', 'c'].map((text) => database.write(insert(database, text)))
    const outcomes = await Promise.allSettled(writes)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    unlock()
    await database.write(insert(database, 'd'))
    expect(list(database)).toEqual(['d'])
    database.close()
  })

  it('throws other errors at once and runs the writes behind them', async () => {
    const database = open()
    const wrong = database.write(() => database.exec('INSERT INTO "nowhere" VALUES (1)'))
    const right = database.write(insert(database, 'a'))
    await expect(wrong).rejects.toThrow('no such table')
    await right
    expect(list(database)).toEqual(['a'])
    database.close()
  })

  describe.skipIf(process.platform === 'win32')('when its file is replaced', () => {
    it('does not confirm a change during which that happens', async () => {
      const onReplaced = vi.fn()
      const database = open({ onReplaced })
      const written = database.write(() => {
        insert(database, 'lost')()
        replace()
      })
      await expect(written).rejects.toMatchObject({ code: 'BUSY' })
      await expect(database.read(() => list(database))).rejects.toMatchObject({ code: 'BUSY' })
      expect(onReplaced).toHaveBeenCalledOnce()
      database.close()
    })

    it('refuses to be shared if that happens while it is opened', () => {
      const database = openUnshared()
      replace()
      expect(() => database.share()).toThrow('start the server again')
      database.close()
      expect(existsSync(`${path}-wal`)).toBe(false)
      const after = new DatabaseSync(path)
      expect(after.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      after.close()
    })

    it('leaves the new files alone when it has been closed before', async () => {
      const onReplaced = vi.fn()
      const database = open({ onReplaced })
      const log = `${path}-wal`
      // File systems give the number of a deleted file to a new one.
      linkSync(log, join(dir, 'same-number'))
      database.close()
      replace()
      renameSync(join(dir, 'same-number'), log)
      await expect(database.read(() => list(database))).rejects.toThrow(
        /database is not open|statement has been finalized/,
      )
      expect(existsSync(log)).toBe(true)
      expect(onReplaced).not.toHaveBeenCalled()
    })
  })
})
