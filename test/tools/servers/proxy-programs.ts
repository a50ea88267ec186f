import { spawn } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectOutput, dieWithParent, isRunning, stopChild } from '../child.ts'
import { removeDir } from '../temp-dir.ts'
import { findHaproxy, findProgram } from './find-servers.ts'

export const proxyNames = ['nginx', 'caddy', 'haproxy'] as const
export type ProxyName = (typeof proxyNames)[number]

export const findProxy = (name: ProxyName): string | undefined =>
  name === 'haproxy' ? findHaproxy() : findProgram(name)

export interface ProxyProgram {
  args: string[]
  env?: Record<string, string>
}

/** Starts a proxy, and resolves when it listens on `port` of 127.0.0.1. Stopping it removes `dir`. */
export const startProxyProgram = async (
  name: ProxyName,
  dir: string,
  port: number,
  write: () => Promise<ProxyProgram>,
): Promise<{ log(): string; stop(): Promise<void> }> => {
  const program = findProxy(name)
  if (!program) {
    await removeDir(dir)
    throw new Error(`No ${name} found. Run: npx node test/tools/servers/install-servers.ts ${name}`)
  }
  // A server that started as root gives up its rights, and must still reach its folder.
  await chmod(dir, 0o755)
  const { args, env = {} } = await write()
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: dir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  dieWithParent(child)
  const log = collectOutput(child)
  while (!(await accepts(port))) {
    if (!isRunning(child)) throw new Error(`${name} ended:\n${log()}`)
    await sleep(20)
  }
  const stop = async () => {
    await stopChild(child)
    await removeDir(dir)
  }
  return { log, stop }
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

export const writeNginxConfig = async (dir: string, site: string): Promise<ProxyProgram> => {
  await writeFile(join(dir, 'site.conf'), site)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    join(dir, 'nginx.conf'),
    `daemon off; master_process off; pid ${dir}/pid; error_log stderr;
events {}
http {
  ${folders.map((folder) => `${folder}_temp_path ${dir}/${folder};`).join(' ')}
  include ${dir}/site.conf;
}
`,
  )
  return { args: ['-e', 'stderr', '-p', dir, '-c', join(dir, 'nginx.conf')] }
}

export const writeCaddyConfig = async (dir: string, text: string): Promise<ProxyProgram> => {
  await writeFile(join(dir, 'Caddyfile'), text)
  return { args: ['run', '--adapter', 'caddyfile', '--config', join(dir, 'Caddyfile')] }
}
