/**
 * `npm run dev`: the server and the extension, both rebuilt as files change, in one terminal; and a
 * browser with the extension where one can be shown. Ctrl-C stops all of it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { collectOutput, onStopSignal, stopChild, waitForOutput } from './child.ts'
import { chooseBrowser, type OpenBrowser, openBrowser } from './open-browser.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const WXT = join(ROOT, 'node_modules/wxt/bin/wxt.mjs')
const DEV_BUILD = join(ROOT, 'dist/chrome-mv3-dev')
const BUILD_TIMEOUT_MS = 60_000

async function main(): Promise<void> {
  const stopped = new Promise<void>((resolve) => onStopSignal(resolve))
  const server = start('server', ['--watch', 'server/main.ts'])
  const extension = start('extension', [WXT])
  const ended = [server, extension].map(async (child) => {
    await once(child, 'exit')
    process.exitCode = 1
  })
  const browser = openWhenBuilt(extension).catch((error: unknown) => say(`${error}`))

  await Promise.race([stopped.then(() => (process.exitCode = 0)), ...ended])
  const code = process.exitCode
  await Promise.all([server, extension].map((child) => stopChild(child)))
  await (await browser)?.close()
  process.exit(code)
}

function start(name: string, args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => print(name, line))
  }
  return child
}

async function openWhenBuilt(extension: ChildProcess): Promise<OpenBrowser | undefined> {
  // The last line of WXT's first build: there is no web-ext here that would open a browser.
  await waitForOutput(extension, /unpacked extension/, BUILD_TIMEOUT_MS, collectOutput(extension))
  const target = chooseBrowser('chrome')
  if (target === 'chrome') return openBrowser(target, DEV_BUILD)
  say(`${typeof target === 'string' ? '' : target.problem} Or load dist/chrome-mv3-dev yourself.`)
  return undefined
}

function say(message: string): void {
  print('dev', message)
}

function print(name: string, line: string): void {
  const text = stripVTControlCharacters(line).trimEnd()
  // WXT's spinner redraws one line on a terminal; here each frame would be a line of its own.
  if (text && !/^[\u2800-\u28ff]/.test(text)) console.log(`${name.padEnd(9)} | ${text}`)
}

await main()
