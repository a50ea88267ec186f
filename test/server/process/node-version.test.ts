import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explainOldNode } from '../../../server/process/node-version.js'

const root = resolve(import.meta.dirname, '../../..')

describe('explainOldNode', () => {
  it.each([
    ['20.20.2', false, false],
    ['22.17.1', false, false],
    ['22.18.0', true, false],
    ['23.3.0', false, false],
    ['24.0.0', true, true],
    ['26.10.0', true, true],
  ])('of Node %s: the package runs %s, the sources run %s', (version, inPackage, inClone) => {
    expect(explainOldNode({ isClone: false, version }) === undefined).toBe(inPackage)
    expect(explainOldNode({ isClone: true, version }) === undefined).toBe(inClone)
  })

  it.each(['server/main.js', 'server/cli/fresco.js'])(
    'ends %s with one sentence',
    async (program) => {
      const old = `Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })`
      const args = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, program]
      const output = await new Promise((done) =>
        execFile(process.execPath, args, { cwd: root }, (error, _, stderr) =>
          done([error?.code, stderr]),
        ),
      )
      const sentence = expect.stringMatching(
        /^Fresco needs Node 24 or newer[^\n]+"npm start"[^\n]+\n$/,
      )
      expect(output).toEqual([1, sentence])
    },
  )
})
