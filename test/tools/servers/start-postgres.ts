import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { collectOutput, isRunning, stopChild, waitForOutput } from '../child.ts'
import { makeTempDir, removeDir } from '../temp-dir.ts'
import { findPostgres } from './find-servers.ts'
import { findFreePort } from './sockets.ts'

export interface RunningPostgres {
  createDatabase(): string
  /** Restarts PostgreSQL. All connections end, but committed data remains, as after a reboot. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export const hasPostgres = (): boolean => findPostgres() !== undefined

export const startPostgres = async (): Promise<RunningPostgres> => {
  const bin = findPostgres()
  if (!bin)
    throw new Error('No PostgreSQL found. Run: npx node test/tools/servers/install-servers.ts')
  const dir = await makeTempDir('postgres')
  const data = join(dir, 'data')
  const user = findServerUser()
  if (user) await chown(dir, user.uid, user.gid)
  // PostgreSQL refuses to run as root. Tests in a container usually run as root.
  const as = user ? { uid: user.uid, gid: user.gid } : {}
  const init = ['-D', data, '-U', 'fresco', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  runOrThrow(join(bin, 'initdb'), init, { ...as, cwd: dir })

  const port = await findFreePort()
  const flags = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', dir]
  const start = async () => {
    const started = spawn(join(bin, 'postgres'), [...flags, '-F'], { ...as, cwd: dir })
    stopWithParent(started)
    await waitForOutput(started, /ready to accept connections/, collectOutput(started))
    return started
  }
  let child = await start()
  const end = async () => {
    // With SIGTERM, PostgreSQL would wait until every client has disconnected.
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

/** Debian's package creates the user. Only root has to switch to it. */
const findServerUser = () => {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim()),
  )
  if (!uid || !gid)
    throw new Error('PostgreSQL does not run as root. Create a user named postgres.')
  return { uid, gid }
}

const runOrThrow = (file: string, args: string[], options: object = {}) => {
  const run = spawnSync(file, args, { encoding: 'utf8', ...options })
  if (run.status !== 0) throw new Error(`${file} failed: ${run.error ?? run.stderr}`)
}

/** Sends SIGQUIT, because SIGKILL would leave PostgreSQL's child processes running. */
const stopWithParent = (child: ChildProcess) => {
  const quit = () => child.kill('SIGQUIT')
  process.once('exit', quit)
  child.once('exit', () => process.off('exit', quit))
}
