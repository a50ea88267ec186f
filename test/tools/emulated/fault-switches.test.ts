import { expect, it } from 'vitest'
import { startFaultSwitches } from './fault-switches.ts'

it('startFaultSwitches turns a fault on and off by its address, and answers 404 to any other address', async () => {
  const turned: (string | undefined)[] = []
  const { url, stop } = await startFaultSwitches({
    github: { faults: ['hang', 'HTML 502'], set: (fault) => turned.push(fault) },
  })
  const open = async (path: string) => {
    const response = await fetch(url + path)
    return { status: response.status, text: await response.text() }
  }
  expect((await open('/')).text).toContain('github is now: ok')
  expect((await open('/github/html-502')).text).toContain('github is now: html-502')
  expect((await open('/github/ok')).text).toContain('/github/hang')
  for (const path of ['/github/typo', '/github', '/other/hang', '/github/hang/x'])
    expect((await open(path)).status, path).toBe(404)
  expect(turned).toEqual(['HTML 502', undefined])
  await stop()
})
