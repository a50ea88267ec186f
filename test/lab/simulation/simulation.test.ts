import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isLongRun } from '../../long-run.ts'

const run = promisify(execFile)
const main = join(import.meta.dirname, 'main.ts')

const simulate = (...options: string[]) =>
  run(process.execPath, [main, ...options], { maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error) => ({ code: error.code, output: `${error.stdout}\n${error.stderr}` }),
  )

describe('the simulation', () => {
  it('breaks no rule in many seeds and in the stories', { timeout: 900_000 }, async () => {
    const { code, output } = await simulate('--count', isLongRun ? '5000' : '30')
    expect(code, output).toBe(0)
  })

  it('repeats the history of a seed', async () => {
    const [first, second] = await Promise.all([simulate('--seed', '17'), simulate('--seed', '17')])
    expect(first.output).toContain('sends {"wallpaperId"')
    expect(second.output).toBe(first.output)
  })
})
