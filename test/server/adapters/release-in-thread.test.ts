import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { releaseInThread } from '../../../server/adapters/release-in-thread.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const countThreads = async () => (await readdir('/proc/self/task')).length

const isSoon = async (check: () => boolean | Promise<boolean>) => {
  for (let turn = 0; turn < 100; turn++) {
    if (await check()) return true
    // What was just looked at lives until then.
    await sleep(50)
    collectGarbage()
  }
  return false
}

/** Nothing but what it gives knows the memory. */
const releaseOnce = (bytes: number) => {
  const owner = { memory: new Uint8Array(new SharedArrayBuffer(bytes)) }
  releaseInThread(owner, owner, 0)
  return new WeakRef(owner)
}

it.runIf(process.platform === 'linux')(
  'has a thread hold large memory until its owner was collected, which that does not hinder',
  async () => {
    const before = await countThreads()
    const owner = releaseOnce(20_000_000)
    expect(await isSoon(async () => (await countThreads()) > before)).toBe(true)
    expect(await isSoon(() => owner.deref() === undefined)).toBe(true)
    expect(await isSoon(async () => (await countThreads()) <= before)).toBe(true)
  },
)

it.runIf(process.platform === 'linux')('starts no thread for a little', async () => {
  const before = await countThreads()
  releaseOnce(1_000_000)
  await sleep(200)
  expect(await countThreads()).toBeLessThanOrEqual(before)
})
