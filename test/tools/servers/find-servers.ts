import { accessSync, constants, globSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export const findPostgres = (): string | undefined => {
  const places = [
    process.env.POSTGRES_BIN ?? '',
    // Debian has a folder for each version outside the PATH.
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
    ...onPath(),
  ]
  const found = places.map((dir) => join(dir, 'initdb')).find(isExecutable)
  return found && dirname(found)
}

export const findRedis = (): string | undefined =>
  [
    process.env.REDIS_SERVER ?? '',
    ...onPath().flatMap((dir) => [join(dir, 'valkey-server'), join(dir, 'redis-server')]),
  ].find(isExecutable)

export const findHaproxy = (): string | undefined =>
  [process.env.HAPROXY ?? ''].find(isExecutable) ?? findProgram('haproxy')

/** Finds a program, last in `folder`, because many servers are only on root's PATH. */
export const findProgram = (name: string, folder = '/usr/sbin'): string | undefined =>
  [...onPath(), folder].map((dir) => join(dir, name)).find(isExecutable)

export const onPath = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean)

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
