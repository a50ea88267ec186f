import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { ConfigError } from './config.ts'

/** @throws ConfigError unless `WALLPAPERS_DIR` is not set or is a folder that is there */
export const requireFolder = (path: string | undefined) => {
  if (path === undefined) return
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (!isFolder)
    throw new ConfigError(`WALLPAPERS_DIR is '${path}': it accepts a folder that is there`)
}

/** @throws ConfigError unless `DATA_DIR` is, or can become, a folder that may be written to */
export const requireWritable = (path: string) => {
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `DATA_DIR is '${path}': it accepts a folder that may be written to (${code})`,
      { cause: error },
    )
  }
}
