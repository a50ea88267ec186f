/**
 * Installs a package that `npm run package` made, and starts its server. CI runs this on macOS and Windows, so it needs
 * only Node and npm.
 */
import { execFileSync, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { collectOutput, dieWithParent, stopChild, waitForOutput } from './child.ts'
import { makeTempDir, removeDir } from './temp-dir.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Usage: npx node test/tools/start-package.ts <package.tgz>')

// On Windows, npm and the programs of packages are scripts.
const options = { shell: process.platform === 'win32', encoding: 'utf8' } as const

const startPackage = async (dir: string) => {
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefix', dir, resolve(file)],
    options,
  )
  const version = execFileSync(join(dir, 'node_modules/.bin/fresco'), ['--version'], options).trim()
  const program = join(dir, 'node_modules/fresco/server/js/fresco.js')
  const env = { ...process.env, DATA_DIR: join(dir, 'data') }
  const child = spawn(process.execPath, [program, '--port', '0'], { cwd: dir, env })
  dieWithParent(child)
  const log = collectOutput(child)
  const url = await waitForOutput(child, /ready at (\S+)/, log)
  for (const path of ['/livez', '/random?w=64']) {
    const { status } = await fetch(url + path)
    if (status !== 200) throw new Error(`${path} answered ${status}:\n${log()}`)
  }
  await stopChild(child)
  console.log(`Fresco ${version} starts on ${process.platform} ${process.arch}`)
}

const dir = await makeTempDir('start-package')
await startPackage(dir).finally(() => removeDir(dir))
