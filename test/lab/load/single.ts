/**
 * Soak test of one server with SQLite: people change favorites while the server is killed and
 * restarted, and while backups are made. At the end, the last backup is restored into an empty
 * folder, and a server on it must have every change that was acknowledged.
 */
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '../../tools/servers/sockets.ts'
import { startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { createHearts } from './hearts.ts'

const killEveryMs = 15_000
const backUpEveryMs = 3_000
const program = resolve(import.meta.dirname, '../../../server/cli/fresco.js')

export const soakSingleServer = async (minutes: number): Promise<boolean> => {
  const dir = await makeTempDir('load')
  const [data, restored] = [join(dir, 'data'), join(dir, 'restored')]
  const until = Date.now() + minutes * 60_000
  const isOver = () => Date.now() >= until

  const port = await findFreePort()
  const start = (DATA_DIR: string) =>
    startServer({ env: { DATA_DIR, PORT: String(port), LOG_LEVEL: 'warn' } })
  let server = await start(data)
  const { url } = server
  const hearts = await createHearts(url, { people: 3, connections: 3 })

  let kills = 0
  const kill = async () => {
    while (Date.now() + killEveryMs < until) {
      await sleep(killEveryMs)
      process.kill(server.pid, kills % 4 === 3 ? 'SIGTERM' : 'SIGKILL')
      kills += 1
      await server.ended
      await server.stop()
      server = await start(data)
    }
  }
  const runAdmin = (DATA_DIR: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [program, 'admin', ...args], {
      cwd: dir,
      env: { PATH: process.env.PATH, DATA_DIR },
    })
  let backups = 0
  const backUp = async () => {
    backups += 1
    const file = join(dir, `backup-${backups}`)
    await runAdmin(data, 'backup', file)
    return file
  }
  const keepBackingUp = async () => {
    while (!isOver()) {
      await backUp()
      await sleep(backUpEveryMs)
    }
  }
  await Promise.all([hearts.run(isOver), kill(), keepBackingUp()])
  await hearts.finish([url])
  const last = await backUp()
  await server.stop()
  await runAdmin(restored, 'restore', last)
  server = await start(restored)
  const favorites = await hearts.finish([url])
  await server.stop()
  await removeDir(dir)

  const { acknowledged, again, wrong, refused } = hearts.report
  const isGood = acknowledged > 0 && wrong.length === 0 && refused.length === 0
  console.log(
    `${isGood ? 'good' : 'BAD '}  ${kills} kills, ${backups} backups; ${acknowledged} changes acknowledged, ${again} sent again; ${favorites} favorites in the restored backup, ${wrong.length} lists differ, ${refused.length} changes refused for good`,
  )
  for (const line of [...wrong, ...refused].slice(0, 20)) console.log(`      ${line}`)
  return isGood
}
