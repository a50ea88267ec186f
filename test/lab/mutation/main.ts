/**
 * Plants mistakes in the code of favorites, one at a time, and counts how many of them the tests notice.
 * `npm run lab -- mutate` does so in the extension and on the server, `npm run lab -- mutate server` on one side, and
 * `npm run lab -- mutate server --mutate server/favorites/favorites.ts` in one file. See README.md in this folder.
 */
import { spawnSync } from 'node:child_process'
import { sideNames, sideVariable } from './sides.ts'

// npx downloads Stryker on demand, because it brings 164 packages (103 MB) that nothing else needs.
const packages = ['core', 'vitest-runner'].map(
  (name) => `--package=@stryker-mutator/${name}@10.1.1`,
)
const stryker = ['--yes', ...packages, 'stryker', 'run', 'test/lab/mutation/stryker.config.ts']

const [, , ...words] = process.argv
const asked = sideNames.filter((name) => name === words[0])
const options = asked.length > 0 ? words.slice(1) : words

for (const side of asked.length > 0 ? asked : sideNames) {
  const env = { ...process.env, [sideVariable]: side }
  const { status, error } = spawnSync('npx', [...stryker, ...options], { env, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exitCode = 1
}
