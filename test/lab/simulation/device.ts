import type { BrowserKind, Device, PageKind, PageProcess } from './device-types.ts'
import type { Kernel, SimulatedProcess, SimulatedTimer } from './kernel.ts'
import { createLocalStorage } from './local-storage.ts'
import { createStream } from './random.ts'
import type { DurableStep, Watch } from './steps.ts'
import { checkQuota, type SyncedStorage } from './synced-storage.ts'

export interface DeviceOptions {
  name: string
  browser: BrowserKind
  /** The longest way of a call from a process to its browser, and of an answer back. */
  latencyMs: number
  seed: number
  kernel: Kernel
  watch: Watch
  syncedStorage: SyncedStorage
  startBackground: (process: PageProcess) => void
  fetch: (process: PageProcess) => typeof fetch
}

type Listener = (...args: never[]) => unknown
type Changes = Record<string, { oldValue?: unknown; newValue?: unknown }>
type Handler = (message: unknown, sender: unknown, respond: (answer: unknown) => void) => unknown

interface Inside extends PageProcess {
  sentUntil: number
  receivesFrom: number
  lastActive: number
  underWay: Set<{ isLost: boolean }>
  listeners: Map<string, Set<Listener>>
}

interface Alarm {
  when: number
  periodMs: number | undefined
  timer: SimulatedTimer
}

interface WaitingForLock {
  process: Inside
  grant: () => void
}

// Both browsers end a background that has done nothing for this long.
const idleMs = 30_000
const minuteMs = 60_000

/** When the simulated time begins, in milliseconds since 1970. */
export const firstTime = 1_800_000_000_000

/**
 * A browser on a device. Every call of a process takes two events: the browser carries it out, and the answer arrives.
 * The calls and the answers of one process stay in order.
 */
export const createDevice = (options: DeviceOptions): Device => {
  const { name, browser, latencyMs, seed, kernel, watch, syncedStorage } = options
  const random = createStream(`${seed}/${name}`)
  const locks = new Map<string, WaitingForLock[]>()
  const alarms = new Map<string, Alarm>()
  let started = 0
  let background: Inside | undefined

  const wallClock = () => Math.round(firstTime + kernel.now() + device.skewMs)
  const running = () => device.pages as Inside[]

  const send = (process: Inside, work: () => void) => {
    process.lastActive = kernel.now()
    process.sentUntil = Math.max(process.sentUntil, kernel.now() + process.random() * latencyMs)
    const call = { isLost: false }
    process.underWay.add(call)
    kernel.at(process.sentUntil, undefined, () => {
      process.underWay.delete(call)
      if (!call.isLost) work()
    })
  }
  const deliver = (process: Inside, work: () => void) => {
    process.receivesFrom = Math.max(
      process.receivesFrom,
      kernel.now() + process.random() * latencyMs,
    )
    // An idle background is not ended while an event is on its way to it. Firefox and Chromium (since version 110) see to
    // this.
    process.lastActive = process.receivesFrom
    kernel.at(process.receivesFrom, process, work)
  }

  // A call of a process that has ended is never made and never answered.
  const call = <T>(process: Inside, effect: () => T, step?: Omit<DurableStep, 'process'>) =>
    new Promise<T>((resolve, reject) => {
      if (!process.isRunning) return
      send(process, () => {
        const durable = step && { ...step, process }
        if (durable && watch.endsBefore(durable)) return device.end(process)
        try {
          const value = effect()
          deliver(process, () => resolve(value))
        } catch (error) {
          deliver(process, () => reject(error))
          return
        }
        if (durable && watch.endsAfter(durable)) device.end(process)
      })
    })

  const dispatch = (process: Inside, event: string, ...args: unknown[]) =>
    deliver(process, () => {
      for (const listener of process.listeners.get(event) ?? [])
        (listener as (...args: unknown[]) => unknown)(...args)
    })
  const dispatchChanges = (event: 'changed' | 'synced', changes: Changes) => {
    if (Object.keys(changes).length === 0) return
    wake()
    for (const process of running())
      if (process.listeners.has(event) || process.kind === 'background')
        dispatch(process, event, changes)
  }
  const wake = (): Inside | undefined => {
    if (background?.isRunning || !device.isOpen) return background
    background = create('background', options.startBackground)
    return background
  }

  const create = (kind: PageKind, work: (process: PageProcess) => void): Inside => {
    const id = `${name}/${kind}/${++started}`
    const process: Inside = {
      name: id,
      kind,
      device,
      random: createStream(`${seed}/${id}`),
      isRunning: true,
      wallClock,
      onEnd: new Set(),
      sentUntil: kernel.now(),
      receivesFrom: kernel.now(),
      lastActive: kernel.now(),
      underWay: new Set(),
      listeners: new Map(),
    }
    process.page = createPage(process)
    device.pages.push(process)
    deliver(process, () => work(process))
    if (kind === 'background') endWhenIdle(process)
    return process
  }
  const endWhenIdle = (process: Inside) =>
    kernel.at(process.lastActive + idleMs, process, () => {
      if (kernel.now() >= process.lastActive + idleMs) device.end(process)
      else endWhenIdle(process)
    })

  const freeLocks = (process: Inside) => {
    for (const [lock, queue] of locks) {
      const [holder] = queue
      const left = queue.filter((one) => one.process !== process)
      locks.set(lock, left)
      if (left[0] !== holder) left[0]?.grant()
    }
  }

  const setAlarm = (alarm: string, when: number, periodMs: number | undefined) => {
    stopAlarm(alarm)
    const timer = kernel.after(when - wallClock(), undefined, () => {
      if (periodMs !== undefined) setAlarm(alarm, wallClock() + periodMs, periodMs)
      else alarms.delete(alarm)
      const process = wake()
      if (process) dispatch(process, 'alarm', { name: alarm })
    })
    alarms.set(alarm, { when, periodMs, timer })
  }
  const stopAlarm = (alarm: string) => {
    const timer = alarms.get(alarm)?.timer
    if (timer) kernel.cancel(timer)
    alarms.delete(alarm)
  }
  const resetAlarms = () => {
    for (const [alarm, { when, periodMs }] of [...alarms]) setAlarm(alarm, when, periodMs)
  }

  const createPage = (process: Inside): NonNullable<SimulatedProcess['page']> => {
    const on = (event: string) => ({
      addListener: (listener: Listener) => {
        const known = process.listeners.get(event) ?? new Set()
        process.listeners.set(event, known.add(listener))
      },
      removeListener: (listener: Listener) => process.listeners.get(event)?.delete(listener),
    })
    const get = (keys: null | string | readonly string[]) => {
      if (device.unreadable > 0 && random() < device.unreadable) throw new Error('Unreadable')
      if (keys === null) return Object.fromEntries(device.stored)
      const asked = typeof keys === 'string' ? [keys] : keys
      return Object.fromEntries(
        asked.flatMap((key) => (device.stored.has(key) ? [[key, device.stored.get(key)]] : [])),
      )
    }
    const set = (entries: [string, unknown][]) => {
      if (device.isFull && entries.length > 0) throw new Error('QUOTA_BYTES quota exceeded')
      const changes: Changes = {}
      for (const [key, newValue] of entries) {
        const oldValue = device.stored.get(key)
        device.stored.set(key, newValue)
        changes[key] = { oldValue, newValue }
      }
      dispatchChanges('changed', changes)
    }
    const sync = (entries: [string, unknown][]) => {
      checkQuota(new Map([...device.synced, ...entries]))
      syncedStorage.send(
        device,
        entries.map(([key]) => key),
      )
      device.receive(entries)
    }
    const remove = (keys: readonly string[]) => {
      const changes: Changes = {}
      for (const key of keys) {
        if (!device.stored.has(key)) continue
        changes[key] = { oldValue: device.stored.get(key) }
        device.stored.delete(key)
      }
      dispatchChanges('changed', changes)
    }
    const chrome = {
      storage: {
        local: {
          get: (keys: null | string | readonly string[]) => call(process, () => get(keys)),
          set: (values: Record<string, unknown>) => {
            const entries = Object.entries(values).map(([key, value]): [string, unknown] => [
              key,
              toStored(value),
            ])
            watch.onSend(process, entries)
            return call(process, () => set(entries), { action: 'set', entries })
          },
          remove: (keys: string | readonly string[]) => {
            const all = typeof keys === 'string' ? [keys] : keys
            const entries = all.map((key): [string, unknown] => [key, device.stored.get(key)])
            return call(process, () => remove(all), { action: 'remove', entries })
          },
          onChanged: on('changed'),
        },
        sync: {
          get: () => call(process, () => Object.fromEntries(device.synced)),
          set: (values: Record<string, unknown>) => {
            const entries = Object.entries(values).map(([key, value]): [string, unknown] => [
              key,
              toStored(value),
            ])
            return call(process, () => sync(entries), { action: 'sync', entries })
          },
          onChanged: on('synced'),
        },
      },
      runtime: {
        sendMessage: (message: unknown) => sendMessage(process, toStored(message)),
        onMessage: on('message'),
        onInstalled: on('installed'),
        onStartup: on('startup'),
      },
      alarms: {
        create: (
          alarm: string,
          { when, periodInMinutes }: { when: number; periodInMinutes?: number },
        ) =>
          call(
            process,
            () => setAlarm(alarm, when, periodInMinutes && periodInMinutes * minuteMs),
            { action: 'set-alarm', entries: [] },
          ),
        clear: (alarm: string) =>
          call(process, () => stopAlarm(alarm), { action: 'clear-alarm', entries: [] }),
        onAlarm: on('alarm'),
      },
    }
    // Chromium's background has no localStorage.
    const hasNotes = process.kind !== 'background' || browser === 'firefox'
    return {
      chrome,
      locks: { request: (lock, work) => requestLock(process, lock, work) },
      localStorage: hasNotes ? localStorage.storageOf(process) : undefined,
      fetch: options.fetch(process),
      listen: (event, listener) => on(event).addListener(listener),
      ignore: (event, listener) => on(event).removeListener(listener),
    }
  }

  const requestLock = (process: Inside, lock: string, work: () => Promise<unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      const release = () => {
        if (process.isRunning)
          send(process, () => {
            const left = (locks.get(lock) ?? []).filter((one) => one !== request)
            locks.set(lock, left)
            left[0]?.grant()
          })
      }
      const request: WaitingForLock = {
        process,
        grant: () =>
          deliver(process, () => {
            void work().then(resolve, reject).finally(release)
          }),
      }
      if (!process.isRunning) return
      send(process, () => {
        if (!process.isRunning) return
        const queue = [...(locks.get(lock) ?? []), request]
        locks.set(lock, queue)
        if (queue.length === 1) request.grant()
      })
    })

  const sendMessage = (process: Inside, message: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      if (!process.isRunning) return
      send(process, () => {
        const receiver = wake()
        if (!receiver) return
        let isAnswered = false
        const answer = (settle: () => void) => {
          if (isAnswered) return
          isAnswered = true
          receiver.onEnd.delete(lose)
          deliver(process, settle)
        }
        const lose = () => answer(() => reject(new Error('The message port closed')))
        receiver.onEnd.add(lose)
        deliver(receiver, () => {
          const respond = (value: unknown) => send(receiver, () => answer(() => resolve(value)))
          const handlers = [...(receiver.listeners.get('message') ?? [])] as unknown as Handler[]
          const isHandled = handlers.map((handle) => handle(message, {}, respond)).some(Boolean)
          if (!isHandled) send(receiver, () => answer(() => resolve(undefined)))
        })
      })
    })

  const localStorage = createLocalStorage({
    isFull: () => device.isLocalStorageFull,
    onNoteChange: (process, action, note) => {
      const entries: DurableStep['entries'] = note ? [['note', JSON.parse(note)]] : []
      const step: DurableStep = { process: process as PageProcess, action, entries }
      if (watch.endsAfter(step)) device.end(process as PageProcess)
    },
  })

  const device: Device = {
    name,
    browser,
    isOpen: true,
    isOnline: true,
    isFull: false,
    isLocalStorageFull: false,
    unreadable: 0,
    skewMs: 0,
    random,
    stored: new Map(),
    synced: new Map(),
    localStorageTexts: localStorage.texts,
    pages: [],
    background: () => (background?.isRunning ? background : undefined),
    start: create,
    end: (ended) => {
      const process = ended as Inside
      if (!process.isRunning) return
      process.isRunning = false
      device.pages = device.pages.filter((one) => one !== process)
      freeLocks(process)
      for (const end of [...process.onEnd]) end()
    },
    open: () => {
      if (device.isOpen) return
      device.isOpen = true
      // Firefox forgets its alarms.
      if (browser === 'firefox') alarms.clear()
      resetAlarms()
      const process = wake()
      if (process) dispatch(process, 'startup')
      syncedStorage.reconnect(device)
    },
    close: () => {
      device.isOpen = false
      for (const process of [...running()]) {
        // Firefox may drop the last writes of a process when it is closed. Chromium carried all of them out.
        if (browser === 'firefox' && random() < 0.7)
          for (const one of process.underWay) one.isLost = true
        device.end(process)
      }
      for (const { timer } of alarms.values()) kernel.cancel(timer)
    },
    install: () => {
      const process = wake()
      if (process) dispatch(process, 'installed', { reason: 'install' })
    },
    receive: (entries) => {
      const changes: Changes = {}
      for (const [key, newValue] of entries) {
        changes[key] = { newValue }
        device.synced.set(key, newValue)
      }
      dispatchChanges('synced', changes)
    },
    setOnline: (isOnline) => {
      if (device.isOnline === isOnline) return
      device.isOnline = isOnline
      for (const process of running()) if (isOnline) dispatch(process, 'online')
      syncedStorage.reconnect(device)
    },
    setClock: (skewMs) => {
      device.skewMs = skewMs
      if (device.isOpen) resetAlarms()
    },
    hasAlarm: (alarm) => alarms.has(alarm),
  }
  syncedStorage.join(device)
  return device
}

/** Copies a value as the browser would. The copy is frozen, so that all who read it can share it. */
export const toStored = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (Array.isArray(value)) return Object.freeze(value.map(toStored))
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.freeze(Object.fromEntries(entries.map(([key, one]) => [key, toStored(one)])))
}
