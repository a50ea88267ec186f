import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes an empty folder `fresco-<purpose>-…` among the system's temporary files. */
export const makeTempDir = (purpose: string): Promise<string> => {
  return mkdtemp(join(tmpdir(), `fresco-${purpose}-`))
}

/** Removes a folder that a program may still be writing to for a moment. */
export const removeDir = (path: string): Promise<void> => {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
