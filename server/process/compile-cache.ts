import { lstatSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Lets Node cache compiled sources in DATA_DIR, which makes the next start a third shorter. Node runs what is in the
 * cache, so no other user may write there. Without such a folder, nothing is cached: Node's default is a folder under
 * the system's temporary folder that other users can write to. `NODE_COMPILE_CACHE` overrides all of this.
 */
export const enablePrivateCompileCache = (dataDir: string) => {
  const folder = makePrivateFolder(dataDir)
  if (folder !== undefined) enableCompileCache(folder)
}

/** Returns a folder in `dataDir` that only this user can open, or `undefined` if that is impossible. */
export const makePrivateFolder = (dataDir: string): string | undefined => {
  try {
    // It gets the session secret, and pictures of private repositories.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const folder = join(realpathSync(dataDir), 'compile-cache')
    if (!isPrivate(folder)) rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Anyone who can write to DATA_DIR could put another folder here later.
    return isPrivate(folder) && !isWritableByOthers(dataDir) ? folder : undefined
  } catch {
    // The server reports a folder that it cannot use when it reads its settings.
    return undefined
  }
}

// Windows has no such owners and modes. There, the folder has the permissions of DATA_DIR.
const isPrivate = (folder: string) => {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  return process.getuid === undefined || (found.uid === process.getuid() && !(found.mode & 0o077))
}

const isWritableByOthers = (folder: string) =>
  process.getuid !== undefined && (statSync(folder).mode & 0o022) !== 0
