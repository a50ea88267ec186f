import { spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { extensionFlags, quietFlags } from '../../tools/browsers/chromium.ts'
import { findChromium } from '../../tools/browsers/find-browser.ts'
import { connectProtocol, type ProtocolSocket } from '../../tools/browsers/protocol-socket.ts'
import {
  type TabSession,
  type TracedFrame,
  traceFrames,
} from '../../tools/browsers/traced-frames.ts'
import { collectOutput, dieWithParent, stopChild, waitForOutput } from '../../tools/child.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

const listening = /DevTools listening on (ws:\/\/\S+)/

interface Target {
  targetId: string
  type: string
  url: string
}

/** Playwright would distort measurements, because it pauses every new tab. */
export interface BareChromium {
  openNewTab(): Promise<string>
  /** Opens the new tab page in a blank tab, and resolves to the frames of the trace. */
  traceNewTab(settleMs: number): Promise<TracedFrame[]>
  evaluate<T>(targetId: string, expression: string): Promise<T>
  /** Resolves to the bytes that JavaScript objects use after a garbage collection. */
  readHeap(targetId: string): Promise<number>
  closeTab(targetId: string): Promise<void>
  /** Closes every tab and the extension's worker, so that the next tab starts in a new process. */
  closeAll(): Promise<void>
  stopWorkers(): Promise<void>
  listRenderers(): Promise<number[]>
  close(): Promise<void>
}

interface LaunchOptions {
  extensionDir: string
  width: number
  height: number
  /** The folder of a profile that stays on the disk. By default the profile is new and temporary. */
  profile?: string
}

export const launchBareChromium = async (options: LaunchOptions): Promise<BareChromium> => {
  const program = findChromium()
  if (!program)
    throw new Error('No Chromium found. Run: npx node test/tools/browsers/install-browsers.ts')
  const profile = options.profile ?? (await makeTempDir('bare-chromium'))
  const child = spawn(program, await toFlags(options, profile), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  dieWithParent(child)
  const url = await waitForOutput(child, listening, collectOutput(child))
  const cdp = await connectProtocol(url)
  const blank = await findTarget(cdp, ({ url }) => url === 'about:blank')
  const home = await attach(cdp, blank.targetId)
  await cdp.send('ServiceWorker.enable', {}, home)
  return {
    traceNewTab: (settleMs) => traceNewTab(cdp, settleMs),
    openNewTab: () => createTarget(cdp, 'chrome://newtab/'),
    evaluate: (targetId, expression) => evaluate(cdp, targetId, expression),
    readHeap: (targetId) => readHeap(cdp, targetId),
    closeTab: async (targetId) => void (await cdp.send('Target.closeTarget', { targetId })),
    closeAll: () => closeAll(cdp, home, blank.targetId),
    stopWorkers: () => cdp.send('ServiceWorker.stopAllWorkers', {}, home),
    listRenderers: () => listRenderers(cdp),
    close: async () => {
      cdp.close()
      await stopChild(child)
      if (!options.profile) await removeDir(profile)
    },
  }
}

const toFlags = async ({ extensionDir, width, height }: LaunchOptions, profile: string) => {
  return [
    '--headless=new',
    '--disable-gpu',
    `--screen-info={${width}x${height}}`,
    `--window-size=${width},${height}`,
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    ...extensionFlags(await realpath(extensionDir)),
    ...quietFlags,
    'about:blank',
  ]
}

const createTarget = async (cdp: ProtocolSocket, url: string): Promise<string> => {
  const { targetId } = await cdp.send<{ targetId: string }>('Target.createTarget', { url })
  return targetId
}

const traceNewTab = async (cdp: ProtocolSocket, settleMs: number): Promise<TracedFrame[]> => {
  const session = await attach(cdp, await createTarget(cdp, 'about:blank'))
  const tab: TabSession = {
    send: (method, params) => cdp.send(method, params, session),
    on: cdp.on,
  }
  await tab.send('Page.enable')
  return traceFrames(tab, 'chrome-extension:', async () => {
    await tab.send('Page.navigate', { url: 'chrome://newtab/' })
    await sleep(settleMs)
  })
}

const listTargets = async (cdp: ProtocolSocket): Promise<Target[]> => {
  const { targetInfos } = await cdp.send<{ targetInfos: Target[] }>('Target.getTargets')
  return targetInfos
}

const findTarget = async (
  cdp: ProtocolSocket,
  isWanted: (target: Target) => boolean,
): Promise<Target> => {
  for (let tries = 0; tries < 1_200; tries++) {
    const found = (await listTargets(cdp)).find(isWanted)
    if (found) return found
    await sleep(50)
  }
  throw new Error('Chromium did not open its first tab within a minute')
}

const attach = async (cdp: ProtocolSocket, targetId: string): Promise<string> => {
  const params = { targetId, flatten: true }
  return (await cdp.send<{ sessionId: string }>('Target.attachToTarget', params)).sessionId
}

interface Evaluated<T> {
  result: { value: T }
  exceptionDetails?: { text: string }
}

const evaluate = async <T>(
  cdp: ProtocolSocket,
  targetId: string,
  expression: string,
): Promise<T> => {
  const session = await attach(cdp, targetId)
  const params = { expression, awaitPromise: true, returnByValue: true }
  const answer = await cdp.send<Evaluated<T>>('Runtime.evaluate', params, session)
  await cdp.send('Target.detachFromTarget', { sessionId: session })
  if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails))
  return answer.result.value
}

const readHeap = async (cdp: ProtocolSocket, targetId: string): Promise<number> => {
  const session = await attach(cdp, targetId)
  await cdp.send('HeapProfiler.collectGarbage', {}, session)
  const { usedSize } = await cdp.send<{ usedSize: number }>('Runtime.getHeapUsage', {}, session)
  await cdp.send('Target.detachFromTarget', { sessionId: session })
  return usedSize
}

const closeAll = async (cdp: ProtocolSocket, home: string, homeId: string): Promise<void> => {
  for (let tries = 0; tries < 1_200; tries++) {
    await closePages(cdp, homeId)
    // A closed tab's last request may have started the worker again, so the worker is stopped a
    // second time.
    await cdp.send('ServiceWorker.stopAllWorkers', {}, home)
    await sleep(50)
    const left = (await listTargets(cdp)).filter(({ url }) => url.startsWith('chrome-extension:'))
    if (left.length === 0) return
  }
  throw new Error('The pages and the worker of the extension did not close')
}

/** Closes all tabs once. The caller repeats the call, because the welcome tab may open late. */
const closePages = async (cdp: ProtocolSocket, homeId: string): Promise<void> => {
  for (const { targetId, type } of await listTargets(cdp)) {
    if (type !== 'page' || targetId === homeId) continue
    // Ignores the error, because the tab may have closed already.
    await cdp.send('Target.closeTarget', { targetId }).catch(() => {})
  }
}

interface ProcessInfo {
  processInfo: { type: string; id: number }[]
}

const listRenderers = async (cdp: ProtocolSocket): Promise<number[]> => {
  const { processInfo } = await cdp.send<ProcessInfo>('SystemInfo.getProcessInfo')
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}
