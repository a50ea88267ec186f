import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const makeTempDir = (purpose: string, parent = tmpdir()): Promise<string> => {
  return mkdtemp(join(parent, `fresco-${purpose}-`))
}

/** Removes a folder. It retries while a program still writes to the folder. */
export const removeDir = (path: string): Promise<void> => {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
