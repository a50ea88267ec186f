import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { collectOutput, dieWithParent } from './child.ts'

const root = resolve(import.meta.dirname, '../..')

export const serverSuites = [
  ...['main.test.ts', 'main.log.test.ts', 'favorites.test.ts'],
  ...['sources/github.test.ts', 'compose/compose.upstreams.test.ts', 'http/random'],
  'web/connect/recipes.test.ts',
  ...['process/shutdown.test.ts', 'cli/admin.test.ts'],
].map((file) => `test/server/${file}`)

export const runSuites = async (
  project: 'server' | 'e2e',
  files: readonly string[],
  env: Record<string, string>,
): Promise<string> => {
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV)/.test(name))
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project]
  const child = spawn(process.execPath, [...vitest, ...files], {
    cwd: root,
    env: { ...Object.fromEntries(own), ...env },
  })
  dieWithParent(child)
  const log = collectOutput(child)
  await new Promise((done) => child.once('close', done))
  return log()
}

export const allPassed = /[1-9]\d* passed, 0 failed/
