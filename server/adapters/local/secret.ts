import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export const generateSecret = () => randomBytes(32).toString('base64url')

/**
 * The secret that signs session tokens, made at the first start and kept in a file of its own, so
 * that a copy of the database alone opens no session.
 * @throws Error when it cannot be read or made, or is empty
 */
export const readOrCreateSecret = (path: string): string => {
  if (!existsSync(path)) create(path)
  const secret = readFileSync(path, 'utf8').trim()
  // With an empty one anybody could sign tokens; another one ends the sessions of all, which is not ours to do.
  if (secret === '') throw new Error('it is empty: delete it, and everybody has to sign in again')
  return secret
}

/** Complete before it has its name: of several processes that start at once, one wins. */
const create = (path: string) => {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, `${generateSecret()}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
