/**
 * `npm test` runs this: it installs PostgreSQL and Redis, which the tests of many replicas start for
 * themselves, when they are missing. It says nothing when they are there. Without them those tests
 * are skipped and say so, so this never fails. With `haproxy` as its argument it installs that too.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findHaproxy, findPostgres, findRedis } from './find-servers.ts'

const listMissing = (): string[] => [
  ...(findPostgres() ? [] : ['postgresql']),
  ...(findRedis() ? [] : ['redis-server']),
  ...(process.argv.includes('haproxy') && !findHaproxy() ? ['haproxy'] : []),
]

const run = ([file = '', ...args]: string[]) =>
  spawnSync(file, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/** What to put before a command that needs root, or undefined when this user cannot become root. */
const rootPrefix = (): string[] | undefined => {
  if (process.getuid?.() === 0) return []
  return run(['sudo', '-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined
}

const install = (packages: string[]): string | undefined => {
  const prefix = rootPrefix()
  if (!existsSync('/usr/bin/apt-get')) return 'this system has no apt-get'
  if (prefix === undefined) return 'apt-get needs root, and sudo asks for a password here'
  // Another apt may be at work on a shared machine: wait for its lock instead of failing.
  const apt = [...prefix, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=120']
  run([...apt, 'update'])
  const { status, stderr } = run([...apt, 'install', '-y', '--no-install-recommends', ...packages])
  return status === 0 ? undefined : stderr.trim().split('\n').slice(-3).join('\n')
}

const missing = listMissing()
if (missing.length > 0) {
  const names = missing.join(' and ')
  console.log(`Installing ${names} for the tests of many replicas …`)
  const problem = install(missing)
  if (problem !== undefined)
    console.warn(
      `${names} could not be installed (${problem}): the tests that need it are skipped.`,
    )
}
