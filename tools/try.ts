/**
 * Shows the whole product in a browser with a fresh profile.
 * Run it with `npm run try`, or `npm run try -- firefox`. It ends when you close the browser or
 * press Ctrl-C.
 * Prints the server's address, and removes its temporary data at the end.
 */
import { resolve } from 'node:path'
import { onStopSignal } from '../test/tools/child.ts'
import { startServer } from '../test/tools/servers/start-server.ts'
import { buildExtension, type ExtensionTarget } from './build-extension.ts'
import { chooseBrowser, openBrowser } from './open-browser.ts'

const root = resolve(import.meta.dirname, '..')
const port = 8787

interface Running {
  url: string
  stop(): Promise<void>
}

const main = async (): Promise<void> => {
  const target = chooseBrowser(parseWanted(process.argv[2]))
  if (typeof target !== 'string') return fail(target.problem)

  const stopped = new Promise<void>((resolve) => onStopSignal(resolve))
  console.log('Building the extension …')
  const extensionDir = await buildExtension(target)
  const server = (await findRunningServer()) ?? (await startOwnServer())
  try {
    const browser = await openBrowser(target, extensionDir)
    console.log(`Fresco runs at ${server.url}. Close the browser, or press Ctrl-C, to end.`)
    await Promise.race([browser.closed, stopped])
    await browser.close()
  } finally {
    await server.stop()
  }
}

const parseWanted = (argument: string | undefined): ExtensionTarget | undefined => {
  if (argument === 'firefox') return 'firefox'
  return argument === 'chrome' || argument === 'chromium' ? 'chrome' : undefined
}

/**
 * Looks for a server that is already running. The script uses such a server, and does not stop it
 * at the end.
 */
const findRunningServer = async (): Promise<Running | undefined> => {
  const url = `http://127.0.0.1:${port}`
  try {
    const answer = await fetch(`${url}/api/instance`, { signal: AbortSignal.timeout(2_000) })
    return answer.ok ? { url, stop: async () => {} } : undefined
  } catch {
    return undefined
  }
}

/** Starts a server with the developer's settings but temporary data. */
const startOwnServer = (): Promise<Running> => {
  console.log('Starting the server …')
  const settings = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== 'DATA_DIR',
  )
  return startServer({ cwd: root, env: { ...Object.fromEntries(settings), PORT: `${port}` } })
}

const fail = (message: string): void => {
  console.error(message)
  process.exitCode = 1
}

await main().catch((error: unknown) => fail(error instanceof Error ? error.message : `${error}`))
