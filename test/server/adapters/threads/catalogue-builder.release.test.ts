import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { releaseInThread } from '../../../../server/adapters/threads/catalogue-builder.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const countHolders = async () => {
  const tasks = await readdir('/proc/self/task')
  const read = (task: string) => readFile(`/proc/self/task/${task}/comm`, 'utf8').catch(() => '')
  const names = await Promise.all(tasks.map(read))
  return names.filter((name) => name.trim() === 'fresco-release').length
}

const megabytes = () => process.memoryUsage.rss() / 1e6

const isSoon = async (check: () => boolean | Promise<boolean>) => {
  for (let turn = 0; turn < 1_000; turn++) {
    if (await check()) return true
    // The engine may keep the memory alive for a moment after a test has read its WeakRef.
    // Therefore the garbage is collected repeatedly.
    await sleep(50)
    collectGarbage()
  }
  return false
}

const fillMemory = (bytes: number) => {
  const memory = new Uint8Array(new SharedArrayBuffer(bytes))
  return { memory: memory.fill(1) }
}

const holdsMs = 1_000

/**
 * Allocates memory in a separate function, so that no local variable of the test keeps the memory
 * alive.
 */
const releaseFilled = (bytes: number) => {
  const owner = fillMemory(bytes)
  releaseInThread(owner, owner, holdsMs)
  return owner
}

it.runIf(process.platform === 'linux')(
  'has a thread hold large memory for some time after its owner was collected, and then let go of it',
  async () => {
    const before = megabytes()
    let owner: object | undefined = releaseFilled(200_000_000)
    const collected = new WeakRef(owner)
    await sleep(holdsMs * 1.5)
    expect(await countHolders()).toBe(1)
    owner = undefined
    expect(await isSoon(() => collected.deref() === undefined)).toBe(true)
    expect(await countHolders()).toBe(1)
    expect(megabytes()).toBeGreaterThan(before + 150)
    expect(await isSoon(async () => (await countHolders()) === 0)).toBe(true)
    expect(await isSoon(() => megabytes() < before + 100)).toBe(true)
  },
)

it.runIf(process.platform === 'linux')('starts no thread for a little', async () => {
  const { memory } = releaseFilled(1_000_000)
  await sleep(200)
  expect(await countHolders()).toBe(0)
  expect(memory.length).toBe(1_000_000)
})
