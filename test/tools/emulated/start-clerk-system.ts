import { buildExtensionInto, type ExtensionTarget } from '../../../tools/build-extension.ts'
import { startClerkBackend } from '../../emulators/clerk-backend.ts'
import { startClerkFrontend } from '../../emulators/clerk-frontend.ts'
import { makeClerkKeys } from '../../emulators/clerk-tokens.ts'
import { startServer } from '../servers/start-server.ts'

interface ClerkSystemOptions {
  outDir: string
  target?: ExtensionTarget
  env?: Record<string, string>
}

export type ClerkSystem = Awaited<ReturnType<typeof startClerkSystem>>

export const startClerkSystem = async ({ outDir, target, env }: ClerkSystemOptions) => {
  const keys = makeClerkKeys()
  const backend = await startClerkBackend(keys)
  const frontend = await startClerkFrontend(keys, backend.users)
  const { publishableKey } = frontend
  const stops = [backend.stop, frontend.stop]
  const stop = async () => void (await Promise.all(stops.map((each) => each())))
  try {
    const key = { CLERK_PUBLISHABLE_KEY: publishableKey }
    const server = await startServer({ env: { ...backend.env, ...key, ...env } })
    stops.push(server.stop)
    const extensionDir = await buildExtensionInto(outDir, target ?? 'chrome', {
      WXT_API_URL: server.url,
      WXT_CLERK_PUBLISHABLE_KEY: publishableKey,
    })
    return { backend, frontend, server, extensionDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
