import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectOutput, dieWithParent, killChild, stopChild, waitForOutput } from '../child.ts'
import { findFirefox } from './find-browser.ts'
import { connectProtocol, type ProtocolSocket } from './protocol-socket.ts'

const closeTimeoutMs = 20_000
const listening = /WebDriver BiDi listening on (ws:\/\/\S+)/

export interface FirefoxProcess {
  bidi: ProtocolSocket
  exited: Promise<void>
  kill(): Promise<void>
  close(): Promise<void>
}

export interface StartOptions {
  headless?: boolean | undefined
  /** Accepts any certificate, also for sites that must have a valid one (HSTS). */
  acceptInsecureCerts?: boolean | undefined
}

export const startFirefox = async (
  profileDir: string,
  { headless = true, acceptInsecureCerts = false }: StartOptions = {},
): Promise<FirefoxProcess> => {
  const executable = findFirefox()
  if (!executable)
    throw new Error('No Firefox found. Run: npx node test/tools/browsers/install-browsers.ts')

  const child = spawnFirefox(executable, profileDir, headless)
  const exited = once(child, 'exit').then(
    () => {},
    () => {},
  )
  const bidi = await connect(child, acceptInsecureCerts).catch(async (error: unknown) => {
    await stopChild(child)
    throw error
  })
  return {
    bidi,
    exited,
    kill: () => killChild(child).then(() => bidi.close()),
    close: async () => {
      // Firefox first writes its storage, which takes seconds on a busy machine.
      await bidi.send('browser.close').catch(() => {})
      bidi.close()
      await Promise.race([exited, sleep(closeTimeoutMs, undefined, { ref: false })])
      await stopChild(child)
    },
  }
}

const spawnFirefox = (executable: string, profileDir: string, headless: boolean): ChildProcess => {
  const args = [
    ...(headless ? ['--headless'] : []),
    '--no-remote',
    '--remote-debugging-port=0',
    // Allows pages of an extension and code in the main window.
    '--remote-allow-system-access',
    '--profile',
    profileDir,
  ]
  const child = spawn(executable, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  dieWithParent(child)
  return child
}

const connect = async (
  child: ChildProcess,
  acceptInsecureCerts: boolean,
): Promise<ProtocolSocket> => {
  const log = collectOutput(child)
  const url = await waitForOutput(child, listening, log)
  const bidi = await connectProtocol(`${url}/session`)
  await bidi.send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts } } })
  return bidi
}
