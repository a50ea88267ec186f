import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface OidcProviderOptions {
  redirectUri: string
  /** Without a secret, the client is public. */
  clientSecret?: string | undefined
  /** The host that the provider gives as its own. The default is the one that it listens on. */
  issuerHost?: string
  /** True if the ID token has only the subject. This is the default. */
  isMinimal?: boolean
  port?: number
}

interface Asked {
  method: string
  path: string
  query: string | undefined
  authorization: string | undefined
}

export interface RunningOidcProvider {
  url: string
  port: number
  asked: readonly Asked[]
  stop(): Promise<void>
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
// A provider keeps its key when it restarts.
const key = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'test' }

/** Its form accepts every name and password. `7|Ada.L` has the username Ada.L. */
export const startOidcProvider = async (
  options: OidcProviderOptions,
): Promise<RunningOidcProvider> => {
  const worker = new Worker(new URL('./oidc-provider-worker.ts', import.meta.url), {
    workerData: { port: 0, key, ...options },
    // It warns about its form for development.
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const asked: Asked[] = []
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message: { port?: number; asked?: Asked }) => {
      if (message.asked) asked.push(message.asked)
      if (message.port) resolve(message.port)
    })
  })
  const stop = async () => {
    const ended = once(worker, 'exit')
    await worker.terminate()
    await ended.catch(() => undefined)
  }
  return { url: `http://127.0.0.1:${port}`, port, asked, stop }
}
