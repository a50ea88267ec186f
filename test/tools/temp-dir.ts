import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const makeTempDir = (purpose: string, parent = tmpdir()): Promise<string> =>
  mkdtemp(join(parent, `fresco-${purpose}-`))

/** Retries while a program still writes to the folder. */
export const removeDir = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
