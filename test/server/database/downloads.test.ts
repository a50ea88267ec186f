import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { createDownloadStore } from '../../../server/database/downloads.ts'
import { createSqliteStatements, openSqliteAccounts } from '../../../server/database/sqlite.ts'
import { downloadStoreContract } from '../../contracts/download-store.ts'
import { createMemoryDownloads } from '../../memory-downloads.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

// PostgreSQL runs the same suite in test/server/accounts/store/accounts.postgres.test.ts.
describe('createDownloadStore', () => {
  let dir: string
  const opened: { close(): void }[] = []
  beforeAll(async () => {
    dir = await makeTempDir('downloads')
  })
  afterAll(async () => {
    for (const handle of opened) handle.close()
    await removeDir(dir)
  })

  downloadStoreContract('SQLite', async () => {
    const path = join(dir, `${opened.length}.sqlite`)
    const open = () => {
      const handle = openSqliteAccounts(path)
      opened.push(handle)
      return createDownloadStore(createSqliteStatements(handle))
    }
    return [open(), open()]
  })

  downloadStoreContract('the store of the tests', async () => {
    const store = createMemoryDownloads()
    return [store, store]
  })
})
