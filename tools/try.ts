/**
 * Shows the whole product in a browser with a fresh profile.
 * Run it with `npm run try`, or `npm run try -- firefox`. It ends when you close the browser or
 * press Ctrl-C.
 * Prints the server's address, and removes its temporary data at the end.
 */
import { resolve } from 'node:path'
import { whenStopped } from '../test/tools/child.ts'
import { startServer } from '../test/tools/servers/start-server.ts'
import { buildExtension, localServer } from './build-extension.ts'
import { chooseBrowser, openBrowser } from './open-browser.ts'

const main = async (): Promise<void> => {
  const target = chooseBrowser(process.argv[2] === 'firefox' ? 'firefox' : undefined)
  const stopped = whenStopped()
  console.log('Building the extension …')
  const extensionDir = await buildExtension(target)
  const own = (await isServerRunning()) ? undefined : await startOwnServer()
  try {
    const browser = await openBrowser(target, extensionDir)
    console.log(`Fresco runs at ${localServer}. Close the browser, or press Ctrl-C, to end.`)
    await Promise.race([browser.closed, stopped])
    await browser.close()
  } finally {
    await own?.stop()
  }
}

const isServerRunning = () =>
  fetch(`${localServer}/api/instance`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts a server with the developer's settings but temporary data. */
const startOwnServer = () => {
  console.log('Starting the server …')
  const { DATA_DIR: _, ...settings } = process.env
  const env = { ...settings, PORT: new URL(localServer).port }
  return startServer({ cwd: resolve(import.meta.dirname, '..'), env })
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
