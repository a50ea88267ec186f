import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const generateSecret = () => randomBytes(32).toString('base64url')

/**
 * The secret that signs session tokens, made at the first start and kept in a file of its own, so
 * that a copy of the database alone opens no session.
 */
export const readOrCreateSecret = (path: string): string => {
  if (!existsSync(path)) create(path)
  return readFileSync(path, 'utf8').trim()
}

/** Complete before it has its name: of several processes that start at once, one wins. */
const create = (path: string) => {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${generateSecret()}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
