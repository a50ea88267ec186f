import { spawn } from 'node:child_process'
import { describe, expect, test as it } from 'vitest'
import { collectOutput, isRunning, killChild, stopChild, waitForOutput } from './child.ts'

const startNode = (code: string) => {
  const child = spawn(process.execPath, ['-e', code])
  return { child, log: collectOutput(child) }
}

const stays = 'setInterval(() => {}, 1_000); console.log("port 8123.")'

describe('waitForOutput', () => {
  it('resolves to what the pattern captured', async () => {
    const { child, log } = startNode(stays)
    expect(await waitForOutput(child, /port (\d+)/, log)).toBe('8123')
    await killChild(child)
  })

  it('rejects with the output of a process that ends too early', async () => {
    const { child, log } = startNode('console.error("no luck"); process.exitCode = 3')
    const waiting = waitForOutput(child, /port/, log)
    await expect(waiting).rejects.toThrow(/exit code 3[\s\S]*no luck/)
  })

  it('rejects when the process stays silent', async () => {
    const { child, log } = startNode(stays)
    await expect(waitForOutput(child, /address/, log, 50)).rejects.toThrow('within 50 ms')
    await killChild(child)
  })
})

describe('stopChild', () => {
  it('lets the process end by itself', async () => {
    const { child, log } = startNode(`process.on('SIGTERM', () => process.exit(7)); ${stays}`)
    await waitForOutput(child, /port/, log)
    await stopChild(child)
    expect(child.exitCode).toBe(7)
  })

  it('kills a process that does not end', async () => {
    const { child, log } = startNode(`process.on('SIGTERM', () => {}); ${stays}`)
    await waitForOutput(child, /port/, log)
    await stopChild(child, 50)
    expect(child.signalCode).toBe('SIGKILL')
  })

  it('leaves a process alone that has ended', async () => {
    const { child } = startNode(stays)
    await killChild(child)
    await stopChild(child)
    expect(isRunning(child)).toBe(false)
  })
})
