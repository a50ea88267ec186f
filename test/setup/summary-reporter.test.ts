import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test as it } from 'vitest'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

const vitest = resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
const reporter = resolve(import.meta.dirname, 'summary-reporter.ts')

const config = `import { summaryReporter } from ${JSON.stringify(reporter)}
export default { test: { globals: true, reporters: ['default', summaryReporter()] } }`

const runVitest = async (files: Record<string, string>) => {
  const root = await makeTempDir('reporter')
  await writeFile(join(root, 'vitest.config.mjs'), config)
  for (const [name, code] of Object.entries(files)) await writeFile(join(root, name), code)
  const { PATH, HOME } = process.env
  // Both output streams go into one file, because two pipes could mix up the order of their lines.
  const output = join(root, 'output.txt')
  const file = await open(output, 'a')
  const child = spawn(process.execPath, [vitest, 'run', '--root', root], {
    cwd: root,
    env: { PATH, HOME, NO_COLOR: '1' },
    stdio: ['ignore', file.fd, file.fd],
  })
  const [status] = await once(child, 'close')
  await file.close()
  const lastLine = (await readFile(output, 'utf8')).split('\n').at(-2)
  await removeDir(root)
  return { status, lastLine }
}

it.concurrent('counts passed tests and leaves zero skipped out', async () => {
  const run = await runVitest({
    'a.test.js': `test('one', () => {}); describe('d', () => test('two', () => {}))`,
    'b.test.js': `test('three', () => {})`,
  })
  expect(run).toEqual({ status: 0, lastLine: '3 passed, 0 failed' })
})

it.concurrent('counts failed and skipped tests, files, hooks, and errors outside of tests', async () => {
  const run = await runVitest({
    'tests.test.js': `test('one', () => {}); test('two', () => { throw new Error() })
test.skip('three', () => {}); test.todo('four')`,
    'file.test.js': `import './missing.js'`,
    'hook.test.js': `describe('d', () => {
  beforeAll(() => { throw new Error('hook') }); test('one', () => {}) })`,
    'late.test.js': `test('two', () => { setTimeout(() => { throw new Error('late') }) })
test('three', () => new Promise((done) => setTimeout(done, 50)))`,
  })
  expect(run).toEqual({ status: 1, lastLine: '3 passed, 4 failed, 3 skipped' })
})

it.concurrent('counts a run without any test as failed', async () => {
  expect(await runVitest({})).toEqual({ status: 1, lastLine: '0 passed, 1 failed' })
})
