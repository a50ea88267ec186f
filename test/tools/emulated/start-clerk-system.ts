import { buildExtensionInto, type ExtensionTarget } from '../../../tools/build-extension.ts'
import { type ClerkBackend, startClerkBackend } from '../../emulators/clerk-backend.ts'
import { type ClerkFrontend, startClerkFrontend } from '../../emulators/clerk-frontend.ts'
import { makeClerkKeys } from '../../emulators/clerk-tokens.ts'
import { type RunningServer, startServer } from '../servers/start-server.ts'

export interface ClerkSystem {
  backend: ClerkBackend
  frontend: ClerkFrontend
  server: RunningServer
  extensionDir: string
  stop(): Promise<void>
}

interface ClerkSystemOptions {
  outDir: string
  target?: ExtensionTarget
  env?: Record<string, string>
}

export const startClerkSystem = async (options: ClerkSystemOptions): Promise<ClerkSystem> => {
  const { outDir, target = 'chrome', env = {} } = options
  const keys = makeClerkKeys()
  const backend = await startClerkBackend(keys)
  const frontend = await startClerkFrontend(keys, backend.users)
  const { publishableKey } = frontend
  const settings = { ...backend.env, CLERK_PUBLISHABLE_KEY: publishableKey, ...env }
  const stops = [backend.stop, frontend.stop]
  const stop = async () => void (await Promise.all(stops.map((each) => each())))
  try {
    const server = await startServer({ env: settings })
    stops.push(server.stop)
    const extensionDir = await buildExtensionInto(outDir, target, {
      WXT_API_URL: server.url,
      WXT_CLERK_PUBLISHABLE_KEY: publishableKey,
    })
    return { backend, frontend, server, extensionDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
