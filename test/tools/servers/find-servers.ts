import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export const findPostgres = (): string | undefined => {
  const places = [
    process.env.POSTGRES_BIN ?? '',
    // Debian installs PostgreSQL outside the PATH, in one folder per version. The newest version
    // comes first.
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

/** Finds `haproxy`. It looks at `HAPROXY` first. */
export const findHaproxy = (): string | undefined =>
  [process.env.HAPROXY ?? ''].find(isExecutable) ?? findProgram('haproxy')

/** Finds a program, last in `folder`, because many servers are only on root's PATH. */
export const findProgram = (name: string, folder = '/usr/sbin'): string | undefined =>
  [...onPath(), folder].map((dir) => join(dir, name)).find(isExecutable)

const onPath = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean)

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
}
