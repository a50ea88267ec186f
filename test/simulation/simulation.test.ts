import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const run = promisify(execFile)
const main = join(import.meta.dirname, 'main.ts')

describe('the simulation', () => {
  it('breaks no rule in a thousand seeds and in the stories', { timeout: 240_000 }, async () => {
    const ended = run(process.execPath, [main, '--count', '1000'], { maxBuffer: 2 ** 26 })
    const { code, stdout } = await ended.then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error) => ({ code: error.code, stdout: `${error.stdout}\n${error.stderr}` }),
    )
    expect(code, stdout).toBe(0)
  })
})
