import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { makeIndexRows } from '../../../builders.ts'
import { startGithub } from '../../../emulators/github.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

const script = fileURLToPath(new URL('./refreshes.ts', import.meta.url))

it('createGithubSource keeps no memory, connection or draft over 100 new commits', async () => {
  const github = await startGithub()
  const folder = await makeTempDir('github-leak')
  // The catalogue is small enough to be built without a thread, because starting a thread can take
  // a second on a busy machine.
  github.push(makeIndexRows(150))
  github.behave({ moving: true })
  const run = promisify(execFile)(
    process.execPath,
    ['--expose-gc', script, github.url, github.token, folder],
    { timeout: 120_000 },
  )
  let mostConnections = 0
  const watch = setInterval(async () => {
    mostConnections = Math.max(mostConnections, await github.connections())
  }, 20)
  const { before, after, failing } = JSON.parse((await run).stdout)
  clearInterval(watch)
  expect(failing).toBe(false)
  expect(github.calls.paths.get('index.json')).toBeGreaterThanOrEqual(120)
  expect(after - before).toBeLessThan(5_000_000)
  expect(mostConnections).toBeGreaterThan(0)
  expect(mostConnections).toBeLessThan(5)
  expect((await readdir(folder)).length).toBeLessThan(3)
  await github.stop()
  await removeDir(folder)
}, 150_000)
