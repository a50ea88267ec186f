import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { collectOutput, isRunning, stopChild, waitForOutput } from '../child.ts'
import { makeTempDir, removeDir } from '../temp-dir.ts'
import { findPostgres } from './find-servers.ts'
import { findFreePort } from './sockets.ts'

export interface RunningPostgres {
  /** For DATABASE_URL: an empty database, its own at every call. */
  createDatabase(): string
  /** As when the machine is restarted: all connections end, what was committed stays. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Whether `startPostgres` can work here. */
export const hasPostgres = (): boolean => findPostgres() !== undefined

/** Starts a PostgreSQL of its own: temporary data, a free port, no password, one machine. */
export const startPostgres = async (): Promise<RunningPostgres> => {
  const bin = findPostgres()
  if (!bin) throw new Error('No PostgreSQL found: run node test/tools/servers/install-servers.ts')
  const dir = await makeTempDir('postgres')
  const data = join(dir, 'data')
  const user = findServerUser()
  if (user) await chown(dir, user.uid, user.gid)
  // It refuses to run as root, who runs a container.
  const as = user ? { uid: user.uid, gid: user.gid } : {}
  const init = ['-D', data, '-U', 'fresco', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  runOrThrow(join(bin, 'initdb'), init, { ...as, cwd: dir })

  const port = await findFreePort()
  const flags = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', dir]
  const start = async () => {
    const started = spawn(join(bin, 'postgres'), [...flags, '-F'], { ...as, cwd: dir })
    stopWithParent(started)
    await waitForOutput(started, /ready to accept connections/, 20_000, collectOutput(started))
    return started
  }
  let child = await start()
  const end = async () => {
    // SIGTERM waits for every client to leave; SIGINT does not.
    if (isRunning(child)) child.kill('SIGINT')
    await stopChild(child)
  }
  let databases = 0
  return {
    createDatabase: () => {
      databases += 1
      const name = `fresco_${databases}`
      runOrThrow(join(bin, 'psql'), [
        ...['-h', '127.0.0.1', '-p', String(port), '-U', 'fresco', '-d', 'postgres'],
        ...['-c', `CREATE DATABASE ${name}`],
      ])
      return `postgres://fresco@127.0.0.1:${port}/${name}`
    },
    restart: async () => {
      await end()
      child = await start()
    },
    stop: async () => {
      await end()
      await removeDir(dir)
    },
  }
}

/** The user `postgres` of the package, needed only by root. */
const findServerUser = () => {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim()),
  )
  if (!uid || !gid) throw new Error('PostgreSQL does not run as root: make a user named postgres')
  return { uid, gid }
}

const runOrThrow = (file: string, args: string[], options: object = {}) => {
  const run = spawnSync(file, args, { encoding: 'utf8', ...options })
  if (run.status !== 0) throw new Error(`${file} failed: ${run.error ?? run.stderr}`)
}

/** SIGQUIT ends its child processes too; SIGKILL would leave them behind. */
const stopWithParent = (child: ChildProcess) => {
  const quit = () => child.kill('SIGQUIT')
  process.once('exit', quit)
  child.once('exit', () => process.off('exit', quit))
}
