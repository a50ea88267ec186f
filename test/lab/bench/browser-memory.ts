import { readdir, readFile } from 'node:fs/promises'

/** Lists all processes that this program has started, and those that they have started. */
const listProcesses = async (): Promise<string[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = new Map<string, string>()
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    parents.set(pid, stat.slice(stat.lastIndexOf(')')).split(' ')[2] ?? '')
  }
  const isOurs = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(process.pid) || isOurs(parents.get(pid)))
  return pids.filter((pid) => pid !== String(process.pid) && isOurs(pid))
}

/** PSS of all started processes without their files. Shared memory counts once. */
export const readMemory = async (): Promise<number> => {
  const sizes = (await listProcesses()).map(async (pid) => {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    const sizes = [...text.matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+)/gm)]
    return sizes.reduce((sum, [, size]) => sum + Number(size) * 1024, 0)
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** The processor time that all started processes have used, in milliseconds. A tick of Linux is 10 ms. */
export const readCpu = async (): Promise<number> => {
  const times = (await listProcesses()).map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
    return (Number(user) + Number(system)) * 10
  })
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0)
}
