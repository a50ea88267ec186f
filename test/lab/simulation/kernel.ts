import { setFlagsFromString } from 'node:v8'
import type { Random } from './random.ts'

/** A tab, a background or a replica. Whatever it waits for is lost when it ends. */
export interface SimulatedProcess {
  name: string
  random: Random
  isRunning: boolean
  /** The clock that the process reads, in milliseconds since 1970. */
  wallClock: () => number
  /** What the process finds on `globalThis`. A replica has no page. */
  page?: PageGlobals
}

export interface PageGlobals {
  chrome: unknown
  locks: { request: (name: string, work: () => Promise<unknown>) => Promise<unknown> }
  localStorage: Storage | undefined
  fetch: typeof fetch
  listen: (event: string, listener: () => void) => void
  ignore: (event: string, listener: () => void) => void
}

export interface SimulatedTimer {
  at: number
  order: number
  owner: SimulatedProcess | undefined
  run: (() => void) | undefined
}

export interface Kernel {
  /** Milliseconds since the beginning of the simulated time. No process reads this: each reads its own `wallClock`. */
  now: () => number
  /** Runs `work` in a process after a delay, unless the process has ended by then. */
  after: (delayMs: number, owner: SimulatedProcess | undefined, work: () => void) => SimulatedTimer
  at: (time: number, owner: SimulatedProcess | undefined, work: () => void) => SimulatedTimer
  cancel: (timer: SimulatedTimer) => void
  /** Runs all events up to a time. */
  advanceTo: (time: number) => void
  events: () => number
}

let current: SimulatedProcess | undefined

/** The process whose code is running now. */
export const currentProcess = (): SimulatedProcess | undefined => current

// All waiting promises of the simulated processes go on between two events. V8 offers no other way to do this without a
// turn of the real event loop, which takes longer than most events.
setFlagsFromString('--allow-natives-syntax')
const runMicrotasks = new Function('%PerformMicrotaskCheckpoint()')

const maxEvents = 300_000

const isSooner = (one: SimulatedTimer, other: SimulatedTimer) =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

/**
 * A queue of events in virtual time. Call `advanceTo` from a callback such as that of `setImmediate`. In the callback of a
 * promise, V8 would not run the waiting promises.
 * @param onError hears of each error that is thrown to the event loop, as an uncaught error
 */
export const createKernel = (onError: (error: unknown) => void): Kernel => {
  const queue = createHeap()
  let now = 0
  let order = 0
  let events = 0
  const at = (time: number, owner: SimulatedProcess | undefined, work: () => void) => {
    const timer: SimulatedTimer = { at: Math.max(now, time), order: order++, owner, run: work }
    queue.push(timer)
    return timer
  }
  return {
    now: () => now,
    at,
    after: (delayMs, owner, work) => at(now + Math.max(0, delayMs), owner, work),
    cancel: (timer) => {
      timer.run = undefined
    },
    advanceTo: (time) => {
      for (let next = queue.peek(); next && next.at <= time; next = queue.peek()) {
        queue.pop()
        const { owner, run } = next
        if (!run || owner?.isRunning === false) continue
        now = next.at
        if (events === maxEvents) onError(new Error('A process never comes to rest'))
        if (events++ >= maxEvents) continue
        // Promises that settle in an event are those of its process, because processes reach one another only by events.
        current = owner
        try {
          run()
        } catch (error) {
          onError(error)
        }
        runMicrotasks()
        current = undefined
      }
      now = Math.max(now, time)
    },
    events: () => events,
  }
}

/** Runs `work` in a turn of the event loop of its own. */
export const inTurn = <T>(work: () => T): Promise<T> =>
  new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        resolve(work())
      } catch (error) {
        reject(error)
      }
    })
  })

const createHeap = () => {
  const all: SimulatedTimer[] = []
  const swap = (one: number, other: number) => {
    const kept = all[one] as SimulatedTimer
    all[one] = all[other] as SimulatedTimer
    all[other] = kept
  }
  const isBefore = (one: number, other: number) =>
    isSooner(all[one] as SimulatedTimer, all[other] as SimulatedTimer)
  return {
    peek: () => all[0],
    push: (timer: SimulatedTimer) => {
      let place = all.push(timer) - 1
      while (place > 0) {
        const parent = (place - 1) >> 1
        if (!isBefore(place, parent)) return
        swap(place, parent)
        place = parent
      }
    },
    pop: () => {
      const last = all.pop()
      if (all.length === 0 || last === undefined) return
      all[0] = last
      for (let place = 0; ; ) {
        let child = 2 * place + 1
        if (child >= all.length) return
        if (child + 1 < all.length && isBefore(child + 1, child)) child++
        if (!isBefore(child, place)) return
        swap(place, child)
        place = child
      }
    },
  }
}
