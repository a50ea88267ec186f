import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SharedDatabase } from '../../../server/database/shared-database.ts'
import {
  createSqliteFavorites,
  createSqliteStatements,
  openSqliteAccounts,
} from '../../../server/database/sqlite.ts'
import { favoritesStoreContract } from '../../contracts/favorites-store.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

let dir = ''
let database: SharedDatabase
let second: SharedDatabase

beforeAll(async () => {
  dir = await makeTempDir('sqlite-favorites')
  database = openSqliteAccounts(join(dir, 'fresco.sqlite'))
  second = openSqliteAccounts(join(dir, 'fresco.sqlite'))
})
afterAll(async () => {
  database.close()
  second.close()
  await removeDir(dir)
})

const addUser = async () => {
  const id = randomUUID()
  database.prepare(`INSERT INTO "user" VALUES (?, 'A', '2026', '2026', ?)`).run(id, id)
  return id
}

favoritesStoreContract('SQLite', async () => ({
  stores: [createSqliteFavorites(database), createSqliteFavorites(second)],
  addUser,
}))

describe('createSqliteFavorites', () => {
  it('keeps the list when the disk is full in the middle of a replacement', async () => {
    const store = createSqliteFavorites(database)
    const user = await addUser()
    await store.replace(user, ['a', 'b', 'c'])
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as {
      page_count: number
    }
    database.exec(`PRAGMA max_page_count = ${pages}`)
    const many = Array.from({ length: 900 }, (_, index) => `${index}-${'x'.repeat(100)}`)
    await expect(store.replace(user, many)).rejects.toMatchObject({
      code: 'BUSY',
      cause: { message: expect.stringContaining('full') },
    })
    database.exec('PRAGMA max_page_count = 1073741823')
    expect(await store.list(user)).toEqual(['a', 'b', 'c'])
  })

  it('forgets the favorites of a deleted account', async () => {
    const store = createSqliteFavorites(database)
    const user = await addUser()
    await store.replace(user, ['a', 'b'])
    const run = createSqliteStatements(database)
    await run([{ text: 'DELETE FROM "user" WHERE "id" = $1', values: [user] }])
    expect(await store.list(user)).toEqual([])
  })

  it('reads and changes a list again that another process has changed', async () => {
    const [store, other] = [createSqliteFavorites(database), createSqliteFavorites(second)]
    const user = await addUser()
    await store.replace(user, ['a'])
    await other.change(user, { action: 'add', id: 'b' })
    expect(await store.list(user)).toEqual(['a', 'b'])
    await other.change(user, { action: 'add', id: 'c' })
    expect(await store.change(user, { action: 'remove', id: 'a' })).toEqual(['b', 'c'])
  })
})
