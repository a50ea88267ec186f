/**
 * `npm run try [-- firefox]`: the whole product on this machine, in a browser with a fresh profile.
 * Ends when the browser is closed, and leaves nothing behind.
 */
import { resolve } from 'node:path'
import { buildExtension, type ExtensionTarget } from './browsers/build-extension.ts'
import { chooseBrowser, openBrowser } from './browsers/open-browser.ts'
import { onStopSignal } from './child.ts'
import { startServer } from './servers/start-server.ts'

const root = resolve(import.meta.dirname, '../..')
/** The address that an extension built without settings talks to. */
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

/** A Fresco that someone runs already; it is used and left alone. */
const findRunningServer = async (): Promise<Running | undefined> => {
  const url = `http://127.0.0.1:${port}`
  try {
    const answer = await fetch(`${url}/api/instance`, { signal: AbortSignal.timeout(2_000) })
    return answer.ok ? { url, stop: async () => {} } : undefined
  } catch {
    return undefined
  }
}

/** With the developer's own settings, but on data of its own. */
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
