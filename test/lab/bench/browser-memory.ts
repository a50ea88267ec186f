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
