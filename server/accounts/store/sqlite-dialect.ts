import type { DatabaseSync } from 'node:sqlite'
import { NodeSqliteDialect } from '@better-auth/kysely-adapter/node-sqlite-dialect'

/** A SQLite database whose `read` and `write` wait for locks of other processes without blocking the thread. */
export interface LockableDatabase extends DatabaseSync {
  read<T>(work: () => Promise<T>): Promise<T>
  write<T>(work: () => Promise<T>): Promise<T>
}

/** Lets better-auth use SQLite. Every statement of better-auth is repeated while another process holds a lock. */
export class LockableDialect extends NodeSqliteDialect {
  #database: LockableDatabase

  constructor(database: LockableDatabase) {
    super({ database })
    this.#database = database
  }

  override createDriver() {
    const driver = super.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async () => toLockable(await acquire(), this.#database)
    return driver
  }
}

type Connection = Awaited<ReturnType<Driver['acquireConnection']>>
type Driver = ReturnType<NodeSqliteDialect['createDriver']>

const toLockable = (connection: Connection, database: LockableDatabase): Connection => ({
  executeQuery: (query) => {
    const run = () => connection.executeQuery<never>(query)
    return /^select\b/i.test(query.sql) ? database.read(run) : database.write(run)
  },
  streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
})
