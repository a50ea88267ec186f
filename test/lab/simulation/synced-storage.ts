import type { Device } from './device-types.ts'
import type { Kernel } from './kernel.ts'
import { createStream } from './random.ts'

// The quotas of `storage.sync`: bytes per entry, bytes in all, and the number of entries.
const quota = { entry: 8_192, all: 102_400, entries: 512 }

const weigh = ([key, value]: [string, unknown]) => key.length + JSON.stringify(value).length

/** Throws if the browser would refuse the entries. */
export const checkQuota = (entries: ReadonlyMap<string, unknown>): void => {
  const sizes = [...entries].map(weigh)
  const sum = sizes.reduce((all, size) => all + size, 0)
  if (Math.max(0, ...sizes) > quota.entry || sum > quota.all || sizes.length > quota.entries)
    throw new Error('QUOTA_BYTES_PER_ITEM quota exceeded')
}

// A browser sends and fetches synced entries within this time while it is open and online.
const delayMs = 8_000

export type SyncedStorage = ReturnType<typeof createSyncedStorage>

/**
 * The service of a browser's vendor that copies the entries of `storage.sync` between devices. For each key, it keeps the
 * last value that reached it. A device keeps a value that it has not sent yet when it receives another one.
 */
export const createSyncedStorage = (kernel: Kernel, seed: number) => {
  const random = createStream(`${seed}/cloud`)
  const entries = new Map<string, unknown>()
  const devices = new Map<Device, { unsent: Set<string>; unread: Set<string> }>()

  const exchange = (device: Device) => {
    const own = devices.get(device)
    if (!own || !device.isOpen || !device.isOnline) return
    for (const key of own.unsent) {
      entries.set(key, device.synced.get(key))
      for (const [other, { unread }] of devices)
        if (other !== device) {
          unread.add(key)
          soon(other)
        }
    }
    const news = [...own.unread].filter((key) => !own.unsent.has(key))
    own.unsent.clear()
    own.unread.clear()
    device.receive(news.map((key) => [key, entries.get(key)]))
  }
  const soon = (device: Device) =>
    kernel.after(random() * delayMs, undefined, () => exchange(device))

  return {
    join: (device: Device) => {
      devices.set(device, { unsent: new Set(), unread: new Set() })
    },
    send: (device: Device, keys: readonly string[]) => {
      for (const key of keys) devices.get(device)?.unsent.add(key)
      soon(device)
    },
    /** Must be called when a device comes online or its browser opens. */
    reconnect: soon,
  }
}
