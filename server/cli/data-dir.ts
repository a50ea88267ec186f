import { posix, win32 } from 'node:path'

type Env = Record<string, string | undefined>

/**
 * The folder for the data of a Fresco that was installed as a package. The checkout's `./data` would depend on the
 * folder in which somebody types the command, and the package's own folder is deleted by updates.
 * Linux: XDG Base Directory Specification 0.8. A relative XDG_DATA_HOME must be ignored.
 */
export const toDataDir = (platform: NodeJS.Platform, env: Env, home: string): string => {
  if (platform === 'win32')
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'fresco')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'fresco')
  const { XDG_DATA_HOME: folder = '' } = env
  return posix.join(posix.isAbsolute(folder) ? folder : posix.join(home, '.local/share'), 'fresco')
}
