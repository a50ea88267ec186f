import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeTempDir, removeDir } from '../tools/temp-dir.ts'

const root = resolve(import.meta.dirname, '../..')
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

const refused = {
  'declaration.ts': 'export function add() {}',
  'property.ts': 'export interface Box { readonly side: number }',
}
const accepted = {
  'generator.ts': 'export function* count() { yield 1 }',
  'assertion.ts': 'export function check(a: unknown): asserts a { if (!a) throw new Error() }',
  'array.ts': 'export interface Box { sides: readonly number[] }',
}

describe('the rules of the linter', () => {
  let report: string
  beforeAll(async () => {
    const dir = await makeTempDir('lint')
    for (const [file, code] of Object.entries({ ...refused, ...accepted }))
      await writeFile(join(dir, file), `${code}\n`)
    const options = [`--config-path=${join(root, 'biome.json')}`, '--vcs-enabled=false']
    const args = [biome, 'lint', '--colors=off', ...options, dir]
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    report = stdout + stderr
    await removeDir(dir)
  })

  it('refuse function declarations and readonly properties, and say what to write', () => {
    expect(report).toMatch(/declaration\.ts:1:8 plugin[^×]*× Write `const name = \(\) => …`/)
    expect(report).toMatch(/property\.ts:1:\d+ plugin[^×]*× Properties carry no `readonly`/)
  })

  it.each(Object.entries(accepted))('accept what needs another form: %s', (file) => {
    expect(report).not.toContain(file)
  })
})
