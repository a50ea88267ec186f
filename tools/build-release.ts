/**
 * `npm run release` writes all files of a release into `dist/release`, and their hashes into SHA256SUMS. The same sources
 * give the same bytes, whatever the folder, the clock and the version of Node (test/release.long.test.ts).
 */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { buildPackage } from './build-package.ts'

const root = resolve(import.meta.dirname, '..')
const release = join(root, 'dist/release')
const { name, version } = packageJson
const shell = process.platform === 'win32'

const run = (program: string, args: string[], env: NodeJS.ProcessEnv = {}): string =>
  execFileSync(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
    shell,
  })

const zipExtensions = (building: string) => {
  const wxt = join(root, 'node_modules/wxt/bin/wxt.mjs')
  for (const browser of ['chrome', 'firefox'])
    run(process.execPath, [wxt, 'zip', '-b', browser, '--level', 'warn'], { WXT_OUT_DIR: building })
  for (const part of ['chrome', 'firefox', 'sources'])
    copyFileSync(join(building, toZip(part)), join(release, toZip(part)))
  // Edge takes the extension of Chrome.
  copyFileSync(join(building, toZip('chrome')), join(release, toZip('edge')))
}

const toZip = (part: string) => `${name}-${version}-${part}.zip`

const packClient = () => {
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'shared'])
  run('npm', ['pack', './shared', '--pack-destination', release])
}

/** Lists every package of the lockfile. Leaves out the date, a random number, and the name of this folder. */
const writeSbom = () => {
  const args = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const { serialNumber, ...sbom } = JSON.parse(run('npm', ['sbom', ...args]))
  delete sbom.metadata.timestamp
  sbom.metadata.component.name = name
  writeFileSync(join(release, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
}

const writeHashes = () => {
  const lines = readdirSync(release)
    .sort()
    .map((file) => `${hash('sha256', readFileSync(join(release, file)))}  ${file}\n`)
  writeFileSync(join(release, 'SHA256SUMS'), lines.join(''))
  return lines.join('')
}

rmSync(release, { recursive: true, force: true })
mkdirSync(release, { recursive: true })
const building = join(root, 'dist/release-build')
zipExtensions(building)
copyFileSync(await buildPackage(building), join(release, `${name}-${version}.tgz`))
packClient()
writeSbom()
rmSync(building, { recursive: true, force: true })
console.log(writeHashes())
