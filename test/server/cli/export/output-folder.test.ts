import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openOutputFolder } from '../../../../server/cli/export/output-folder.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { readFiles } from './export-harness.ts'

let dir: string
beforeEach(async () => {
  dir = await makeTempDir('output')
})
afterEach(() => removeDir(dir))

const text = (path: string) => readFile(join(dir, path), 'utf8')

describe('openOutputFolder', () => {
  it('makes a file once for each key', async () => {
    const made: string[] = []
    const run = async (key: string) => {
      const output = await openOutputFolder(dir)
      await output.put('a/b.txt', key, async () => {
        made.push(key)
        return key
      })
      return output.finish()
    }
    expect(await run('1')).toEqual({ written: 1, unchanged: 0, deleted: 0 })
    expect(await run('1')).toEqual({ written: 0, unchanged: 1, deleted: 0 })
    expect(await run('2')).toEqual({ written: 1, unchanged: 0, deleted: 0 })
    expect(made).toEqual(['1', '2'])
    expect(await text('a/b.txt')).toBe('2')
  })

  it('makes a file again that a power cut emptied', async () => {
    for (let run = 0; run < 2; run += 1) {
      const output = await openOutputFolder(dir)
      await output.write('page.html', 'one')
      expect(await output.finish()).toEqual({ written: 1, unchanged: 0, deleted: 0 })
      expect(await text('page.html')).toBe('one')
      await writeFile(join(dir, 'page.html'), '')
    }
  })

  it('counts a file once that several pictures share, and none that was dropped', async () => {
    const output = await openOutputFolder(dir)
    await Promise.all(['one', 'two', 'three'].map(() => output.write('shared.jpg', 'x')))
    await output.write('dropped.jpg', 'x')
    output.drop(['dropped.jpg'])
    expect(await output.finish()).toMatchObject({ written: 1, unchanged: 0 })
  })

  it('deletes what is no longer made, and keeps what others put there', async () => {
    const first = await openOutputFolder(dir)
    await first.write('old/deep/file.txt', 'x')
    await first.write('same.txt', 'x')
    await first.finish()
    await writeFile(join(dir, 'CNAME'), 'ada.example')
    const second = await openOutputFolder(dir)
    await second.write('same.txt', 'x')
    expect(await second.finish()).toEqual({ written: 0, unchanged: 1, deleted: 1 })
    expect((await readdir(dir)).sort()).toEqual(['.fresco-export', 'CNAME', 'same.txt'])
  })

  it('knows after a kill which files are finished, whatever they replaced', async () => {
    const first = await openOutputFolder(dir)
    await first.write('page.html', 'one')
    await first.finish()
    // A killed run replaced one file, made another one, and left a draft and half a line.
    const killed = await openOutputFolder(dir)
    await killed.write('page.html', 'two')
    await killed.write('new.html', 'new')
    await writeFile(join(dir, 'other.html.6b1f.tmp'), 'ha')
    await writeFile(join(dir, '.fresco-export'), `${await text('.fresco-export')}abc ot`)

    const next = await openOutputFolder(dir)
    await next.write('page.html', 'one')
    await next.write('new.html', 'new')
    expect(await next.finish()).toEqual({ written: 1, unchanged: 1, deleted: 0 })
    expect([...(await readFiles(dir)).keys()]).toEqual(['.fresco-export', 'new.html', 'page.html'])
    expect(await text('page.html')).toBe('one')
  })

  it('has the same manifest, in whatever order the files were made', async () => {
    const other = await makeTempDir('output')
    for (const [folder, names] of [
      [dir, ['b', 'a']],
      [other, ['a', 'b']],
    ] as const) {
      const output = await openOutputFolder(folder)
      for (const name of names) await output.write(name, name)
      await output.finish()
    }
    expect(await readFiles(other)).toEqual(await readFiles(dir))
    await removeDir(other)
  })

  it('refuses a folder that is not an export', async () => {
    await writeFile(join(dir, 'thesis.txt'), 'mine')
    await expect(openOutputFolder(dir)).rejects.toThrow(`The folder ${dir} has files`)
    expect(await readdir(dir)).toEqual(['thesis.txt'])
  })
})
