import { resolve } from 'node:path'
import { startProxyProgram } from '../../tools/servers/proxy-programs.ts'
import { findFreePort } from '../../tools/servers/sockets.ts'
import { makeTempDir } from '../../tools/temp-dir.ts'

const config = resolve(import.meta.dirname, '../../../deploy/haproxy.cfg')

/** Starts HAProxy with the configuration from `deploy/`, in front of two servers. */
export const startHaproxy = async (replicas: readonly [string, string]) => {
  const port = await findFreePort()
  const [one = '', two = ''] = replicas.map((url) => new URL(url).host)
  const env = { LISTEN: `127.0.0.1:${port}`, FRESCO_ONE: one, FRESCO_TWO: two }
  const dir = await makeTempDir('haproxy')
  const program = { args: ['-db', '-f', config], env }
  const running = await startProxyProgram('haproxy', dir, port, async () => program)
  return { url: `http://127.0.0.1:${port}`, ...running }
}
