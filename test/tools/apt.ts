import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Runs a command. If it failed, returns the end of its output. */
export const tryCommand = (command: readonly string[]): string | undefined => {
  const [file = '', ...args] = command
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = spawnSync(file, args, { encoding: 'utf8', env })
  if (run.status === 0) return
  const lines = (run.error?.message ?? `${run.stderr}${run.stdout}`).trim().split('\n')
  return `\`${command.join(' ')}\` failed:\n${lines.slice(-5).join('\n')}`
}

/** Returns why the packages could not be installed, or undefined. */
export const installWithApt = (packages: readonly string[]): string | undefined => {
  if (!existsSync('/usr/bin/apt-get')) return 'This system does not have apt-get.'
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (asRoot.length > 0 && tryCommand([...asRoot, 'true']) !== undefined)
    return 'apt-get needs root, and sudo asks for a password.'
  // Lets apt wait up to two minutes for another apt process.
  const apt = [...asRoot, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=120']
  const updated = tryCommand([...apt, 'update'])
  const installed = tryCommand([...apt, 'install', '-y', '--no-install-recommends', ...packages])
  return installed && [updated, installed].filter(Boolean).join('\n')
}
