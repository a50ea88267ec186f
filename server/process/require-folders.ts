import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { ConfigError, type Settings } from '../config/config.ts'
import { settings } from '../config/settings.ts'

const { R_OK, W_OK, X_OK } = constants

/** @throws ConfigError when a folder that the settings name cannot be read */
export const requireFolders = ({
  WALLPAPERS_DIR: path,
  WALLPAPERS_LINKS: links,
}: Pick<Settings, 'WALLPAPERS_DIR' | 'WALLPAPERS_LINKS'>): void => {
  if (path !== undefined) requireFolder('WALLPAPERS_DIR', path)
  for (const link of links) requireFolder('WALLPAPERS_LINKS', link)
}

const requireFolder = (name: 'WALLPAPERS_DIR' | 'WALLPAPERS_LINKS', path: string) => {
  const accepted = `it accepts ${settings[name].accepts}`
  try {
    if (!statSync(path).isDirectory()) throw new ConfigError(`${name} is '${path}': ${accepted}`)
    accessSync(path, R_OK | X_OK)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${name} is '${path}'${whyRefused(error, 'read') ?? `: ${accepted}`}`, {
      cause: error,
    })
  }
}

/**
 * Creates the folder for data if there is none.
 * @throws ConfigError when this user cannot write to it
 */
export const requireWritable = (path: string): void => {
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, R_OK | W_OK | X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const accepted = `: it accepts a folder that the server can write to (${code})`
    throw new ConfigError(`DATA_DIR is '${path}'${whyRefused(error, 'write to') ?? accepted}`, {
      cause: error,
    })
  }
}

// A folder that is mounted into a container keeps its owner, who is often not the user of the container.
const whyRefused = (error: unknown, action: 'read' | 'write to') => {
  const uid = process.getuid?.()
  if (uid === undefined || (error as NodeJS.ErrnoException).code !== 'EACCES') return undefined
  return `, which uid ${uid} of this server cannot ${action}: let that user ${action} it, or run the server as the folder's owner`
}
