import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test as it } from 'vitest'
import { makeTempDir, removeDir } from './temp-dir.ts'

const root = resolve(import.meta.dirname, '../..')
const name = 'alpine-dawn'
const size = { width: 64, height: 36, fit: 'fill' } as const

it('the program that painted the default catalogue paints the same picture again', async () => {
  const out = await makeTempDir('paint')
  try {
    const painter = join(root, 'tools/paint/main.ts')
    const options = ['--only', `nature/${name}`, '--scale', '0.05', '--out', out]
    await promisify(execFile)(process.execPath, [painter, ...options])
    const read = (folder: string) =>
      sharp(join(folder, 'main', `${name}.jpg`))
        .resize(size)
        .removeAlpha()
        .raw()
        .toBuffer()
    const [painted, committed] = [await read(out), await read(join(root, 'server/sample'))]
    const differences = painted.map((value, at) => Math.abs(value - (committed[at] ?? 0)))
    const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length
    expect(mean).toBeLessThan(4)
  } finally {
    await removeDir(out)
  }
})
