/** What benchmarks of open tabs share: opening them, waiting, and the memory of browsers. */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 100

export interface OpenTab {
  evaluate<T>(code: string): Promise<T>
  close(): Promise<void>
}

/**
 * Reads when the picture of a new tab was on the screen. Firefox has no Element Timing, but the picture is the first
 * thing that it paints.
 */
const readPainted = `new Promise((resolve) => {
  const type = PerformanceObserver.supportedEntryTypes.includes('element') ? 'element' : 'paint'
  new PerformanceObserver((list) => {
    const [paint] = list.getEntries()
    resolve(paint.renderTime ?? paint.startTime)
  }).observe({ type, buffered: true })
  setTimeout(() => resolve(NaN), 10_000)
})`

export const openTab = async ({ openNewTab }: { openNewTab(): Promise<OpenTab> }) => {
  const tab = await openNewTab()
  const painted = await tab.evaluate<number | null>(readPainted)
  await tab.close()
  return painted ?? Number.NaN
}

export const until = async (isSo: () => Promise<boolean>) => {
  while (!(await isSo())) await sleep(pollMs)
}

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

/**
 * The memory (PSS) of all processes that this program has started. What several of them share counts once. The program's
 * own files are left out, because another browser on the machine would change their share.
 */
export const readMemory = async (): Promise<number> => {
  const sizes = (await listProcesses()).map(async (pid) => {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    const sizes = [...text.matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+)/gm)]
    return sizes.reduce((sum, [, size]) => sum + Number(size) * 1024, 0)
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
