/**
 * Installs the client generators of package.json if they are missing or outdated. `npm test` runs
 * the script first. Run it alone: npx node test/tools/generated-clients/install.ts
 * It never fails, because the test that needs the generators does.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatorsDir } from './generate.ts'

const lockfile = readFileSync(join(import.meta.dirname, 'package-lock.json'), 'utf8')
const copy = join(generatorsDir, 'package-lock.json')
// npm writes this file when everything else is installed.
const done = join(generatorsDir, 'node_modules/.package-lock.json')

if (!existsSync(done) || readFileSync(copy, 'utf8') !== lockfile) {
  console.log('Installing the client generators …')
  mkdirSync(generatorsDir, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(import.meta.dirname, name), join(generatorsDir, name))
  spawnSync('npm ci --ignore-scripts', { cwd: generatorsDir, shell: true, stdio: 'inherit' })
}
