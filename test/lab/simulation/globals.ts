import { registerHooks } from 'node:module'
import { currentProcess, type Kernel, type PageGlobals, type SimulatedTimer } from './kernel.ts'
import type { PlantedBug } from './planted.ts'

/** The address of the simulated server. The extension is loaded as if it had been built for it. */
export const serverUrl = 'http://fresco.test'
/** A server that people may choose in place of the first one. It cannot be reached. */
export const otherServerUrl = 'http://other.test'

let kernel: Kernel | undefined

/** Timers of simulated processes belong to this kernel from now on. */
export const useKernel = (next: Kernel): void => {
  kernel = next
}

const requireKernel = (): Kernel => {
  if (!kernel) throw new Error('No simulation is running')
  return kernel
}

const timersOfSignals = new WeakMap<AbortSignal, SimulatedTimer>()

/** Cancels the timer of a deadline that was met, so that it causes no event. */
export const dropDeadline = (signal: AbortSignal): void => {
  const timer = timersOfSignals.get(signal)
  if (timer) requireKernel().cancel(timer)
}

const page = (): PageGlobals => {
  const found = currentProcess()?.page
  if (!found) throw new Error('Only a page or a background of a simulated browser may do this')
  return found
}

type Call = (...args: unknown[]) => unknown

// A function of `chrome` that runs in the browser of the process that calls it.
const routed =
  (...path: readonly string[]) =>
  (...args: unknown[]) => {
    let place: unknown = page().chrome
    for (const name of path) place = (place as Record<string, unknown>)[name]
    return (place as Call)(...args)
  }

const eventOf = (...path: readonly string[]) => ({
  addListener: routed(...path, 'addListener'),
  removeListener: routed(...path, 'removeListener'),
})

const chrome = {
  runtime: {
    id: 'fresco',
    sendMessage: routed('runtime', 'sendMessage'),
    onMessage: eventOf('runtime', 'onMessage'),
    onInstalled: eventOf('runtime', 'onInstalled'),
    onStartup: eventOf('runtime', 'onStartup'),
  },
  storage: {
    local: {
      get: routed('storage', 'local', 'get'),
      set: routed('storage', 'local', 'set'),
      remove: routed('storage', 'local', 'remove'),
      onChanged: eventOf('storage', 'local', 'onChanged'),
    },
    sync: {
      get: routed('storage', 'sync', 'get'),
      set: routed('storage', 'sync', 'set'),
      onChanged: eventOf('storage', 'sync', 'onChanged'),
    },
  },
  alarms: {
    create: routed('alarms', 'create'),
    clear: routed('alarms', 'clear'),
    onAlarm: eventOf('alarms', 'onAlarm'),
  },
  i18n: { getMessage: () => '', getUILanguage: () => 'en' },
}

const real = {
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setImmediate: globalThis.setImmediate,
  fetch: globalThis.fetch,
  dateNow: Date.now,
  performanceNow: performance.now.bind(performance),
  random: Math.random,
  timeout: AbortSignal.timeout,
  logError: console.error,
}

const define = (target: object, name: string, get: () => unknown) =>
  Object.defineProperty(target, name, { get, configurable: true })

/** Lets `work` run in a simulated process if one calls, and as usual otherwise. */
const orReal =
  (simulated: Call, usual: Call): Call =>
  (...args) =>
    currentProcess() ? simulated(...args) : usual(...args)

const startTimer = (work: unknown, delayMs: unknown, ...args: unknown[]) =>
  requireKernel().after(Number(delayMs ?? 0), currentProcess(), () => (work as Call)(...args))

const startDeadline = (delayMs: unknown) => {
  const controller = new AbortController()
  const abort = () => controller.abort(new DOMException('Too late', 'TimeoutError'))
  const timer = requireKernel().after(Number(delayMs), currentProcess(), abort)
  timersOfSignals.set(controller.signal, timer)
  return controller.signal
}

/**
 * Gives each simulated process its own clock, timers, randomness, network and browser, although all of them run the same
 * loaded code. Without a simulated process, everything on `globalThis` is as usual.
 */
export const installGlobals = (): void => {
  const shared = globalThis as unknown as Record<string, unknown>
  shared.chrome = chrome
  shared.setTimeout = orReal(startTimer, real.setTimeout as Call)
  shared.setImmediate = orReal((work) => startTimer(work, 0), real.setImmediate as Call)
  shared.clearTimeout = orReal((timer) => {
    if (timer) requireKernel().cancel(timer as SimulatedTimer)
  }, real.clearTimeout as Call)
  shared.fetch = orReal((...args) => (page().fetch as Call)(...args), real.fetch as Call)
  shared.addEventListener = (event: string, work: () => void) => page().listen(event, work)
  shared.removeEventListener = (event: string, work: () => void) => page().ignore(event, work)
  shared.requestIdleCallback = (work: () => void) =>
    requireKernel().after(idleDelay(), currentProcess(), work)
  define(globalThis, 'localStorage', () => currentProcess()?.page?.localStorage)
  define(globalThis, 'navigator', () => ({ locks: { request: lock }, userAgent: 'simulation' }))
  // The storage fails on purpose, and the product logs each failure.
  console.error = (error: unknown) => {
    if (!(error instanceof Error && error.name === 'StorageError')) real.logError(error)
  }
  Date.now = () => currentProcess()?.wallClock() ?? real.dateNow()
  performance.now = () => (currentProcess() ? requireKernel().now() : real.performanceNow())
  Math.random = () => currentProcess()?.random() ?? real.random()
  AbortSignal.timeout = orReal(startDeadline, real.timeout as Call) as typeof AbortSignal.timeout
}

const lock = (name: string, work: () => Promise<unknown>) => page().locks.request(name, work)

// A browser is idle some milliseconds after a page has been shown.
const idleDelay = () => 1 + (currentProcess()?.random() ?? 0) * 8

/**
 * Lets plain Node load the extension's modules, which a build would have prepared. With `bug`, it also plants that mistake
 * in its module.
 */
export const registerExtensionHooks = (bug?: PlantedBug): void => {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'virtual:clerk'
        ? { url: 'data:text/javascript,export const connectClerk = undefined', shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) => {
      const loaded = next(url, context)
      if (!/\/(extension|server)\//.test(url) || url.includes('/node_modules/')) return loaded
      const env = JSON.stringify({ WXT_API_URL: serverUrl })
      const source = String(loaded.source).replaceAll('import.meta.env', `(${env})`)
      return { ...loaded, source: bug && url.endsWith(bug.file) ? plant(source, bug) : source }
    },
  })
}

const plant = (source: string, { title, file, from, to }: PlantedBug): string => {
  if (source.includes(from)) return source.replace(from, () => to)
  throw new Error(`The planted bug “${title}” no longer fits ${file}: adapt it in planted.ts`)
}
