/**
 * Installs PostgreSQL and Redis if they are missing, and the programs that the command line names.
 * `npm test` runs the script first, and `npm run test:all` runs it with every program.
 * Run it alone: npx node test/tools/servers/install-servers.ts [haproxy] [nginx] [caddy] [apache] [lighttpd] [compose]
 * Prints nothing if all are installed. It never fails, because tests that need a missing server
 * are skipped and say so.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findHaproxy, findPostgres, findProgram, findRedis } from './find-servers.ts'

const optional: Record<string, { find: () => string | undefined; packages: string[] }> = {
  haproxy: { find: findHaproxy, packages: ['haproxy'] },
  nginx: { find: () => findProgram('nginx'), packages: ['nginx'] },
  caddy: { find: () => findProgram('caddy'), packages: ['caddy'] },
  apache: { find: () => findProgram('apache2'), packages: ['apache2-bin'] },
  lighttpd: {
    find: () => findProgram('lighttpd'),
    packages: ['lighttpd', 'lighttpd-mod-webdav'],
  },
  compose: {
    find: () => findProgram('docker-compose', '/usr/bin'),
    packages: ['docker-compose'],
  },
}

const listMissing = (): string[] => [
  ...(findPostgres() ? [] : ['postgresql']),
  ...(findRedis() ? [] : ['redis-server']),
  ...Object.entries(optional).flatMap(([name, { find, packages }]) =>
    process.argv.includes(name) && !find() ? packages : [],
  ),
]

const run = ([file = '', ...args]: string[]) =>
  spawnSync(file, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/**
 * Returns the words to put before a command that needs root, such as `sudo`. Returns undefined if
 * the user cannot become root.
 */
const rootPrefix = (): string[] | undefined => {
  if (process.getuid?.() === 0) return []
  return run(['sudo', '-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined
}

const install = (packages: string[]): string | undefined => {
  const prefix = rootPrefix()
  if (!existsSync('/usr/bin/apt-get')) return 'this system does not have apt-get'
  if (prefix === undefined) return 'apt-get needs root, and sudo asks for a password'
  // Lets apt wait up to two minutes for another apt process.
  const apt = [...prefix, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=120']
  run([...apt, 'update'])
  const { status, stderr } = run([...apt, 'install', '-y', '--no-install-recommends', ...packages])
  return status === 0 ? undefined : stderr.trim().split('\n').slice(-3).join('\n')
}

const missing = listMissing()
if (missing.length > 0) {
  const names = missing.join(' and ')
  console.log(`Installing ${names} for the tests …`)
  const problem = install(missing)
  if (problem !== undefined)
    console.warn(`Could not install ${names}: ${problem}. Tests that need it are skipped.`)
}
