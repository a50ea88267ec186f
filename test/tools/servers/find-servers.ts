import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** The folder of `initdb` and `postgres`. `POSTGRES_BIN` comes first. */
export const findPostgres = (): string | undefined => {
  const places = [
    process.env.POSTGRES_BIN ?? '',
    // Debian installs them outside the PATH, in a folder per version. The newest comes first.
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
    ...onPath(),
  ]
  const found = places.map((dir) => join(dir, 'initdb')).find(isExecutable)
  return found && dirname(found)
}

/** The path of `redis-server` or `valkey-server`. `REDIS_SERVER` comes first. */
export const findRedis = (): string | undefined =>
  [
    process.env.REDIS_SERVER ?? '',
    ...onPath().flatMap((dir) => [join(dir, 'valkey-server'), join(dir, 'redis-server')]),
  ].find(isExecutable)

/**
 * The path of `haproxy`. `HAPROXY` comes first. Debian installs it where only root's PATH looks.
 */
export const findHaproxy = (): string | undefined =>
  [
    process.env.HAPROXY ?? '',
    ...[...onPath(), '/usr/sbin'].map((dir) => join(dir, 'haproxy')),
  ].find(isExecutable)

const onPath = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean)

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
}
