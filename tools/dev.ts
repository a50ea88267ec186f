/**
 * Rebuilds the server and the extension as files change, and opens a browser if there is a display.
 * Run it with `npm run dev`. `npm run dev -- cloud` runs the product on emulated services instead, and
 * `npm run dev -- clerk` on an emulated Clerk. Ctrl-C stops everything.
 * Prints the output of both programs, each line with the program's name in front.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { collectOutput, stopChild, waitForOutput, whenStopped } from '../test/tools/child.ts'
import { localServer } from './build-extension.ts'
import { chooseBrowser, openBrowser } from './open-browser.ts'

const root = resolve(import.meta.dirname, '..')
const wxt = join(root, 'node_modules/wxt/bin/wxt.mjs')
const devBuild = join(root, 'dist/chrome-mv3-dev')

const main = async (): Promise<void> => {
  const stopped = whenStopped()
  const server = start('server', ['--watch', 'server/main.js'])
  const extension = start('extension', [wxt], { WXT_API_URL: localServer })
  const ended = [server, extension].map(async (child) => {
    await once(child, 'exit')
    process.exitCode = 1
  })
  const browser = openWhenBuilt(extension).catch((error: unknown) => print('dev', `${error}`))

  await Promise.race([stopped.then(() => (process.exitCode = 0)), ...ended])
  const code = process.exitCode
  await Promise.all([server, extension].map((child) => stopChild(child)))
  await (await browser)?.close()
  process.exit(code)
}

const start = (name: string, args: string[], settings = {}): ChildProcess => {
  const env = { ...settings, ...process.env }
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => print(name, line))
  }
  return child
}

const openWhenBuilt = async (extension: ChildProcess) => {
  // WXT prints this line after its first build. WXT itself opens no browser, because web-ext is not installed.
  await waitForOutput(extension, /unpacked extension/, collectOutput(extension))
  return openBrowser(chooseBrowser('chrome'), devBuild)
}

const print = (name: string, line: string): void => {
  const text = stripVTControlCharacters(line).trimEnd()
  // Skips WXT's spinner, because each of its frames would become a separate line.
  if (text && !/^[\u2800-\u28ff]/.test(text)) console.log(`${name.padEnd(9)} | ${text}`)
}

if (process.argv[2] === undefined) await main()
else await import('./dev-cloud.ts')
