/**
 * Installs PostgreSQL and Redis if they are missing, and the programs that the command line names.
 * `npm test` runs the script first, and `npm run test:all` runs it with every program.
 * Run it alone: npx node test/tools/servers/install-servers.ts [haproxy] [nginx] [caddy] [apache] [lighttpd] [compose]
 * Prints nothing if all are installed. It never fails, because tests that need a missing server
 * are skipped and say so.
 */
import { installWithApt } from '../apt.ts'
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

const missing = listMissing()
if (missing.length > 0) {
  const names = missing.join(' and ')
  console.log(`Installing ${names} for the tests …`)
  const problem = installWithApt(missing)
  if (problem !== undefined)
    console.warn(`Could not install ${names}: ${problem}\nTests that need it are skipped.`)
}
