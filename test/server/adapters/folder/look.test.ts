import { readdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFolderLimits } from '../../../../server/adapters/folder/files.ts'
import { createLook } from '../../../../server/adapters/folder/look.ts'
import { walkFolder } from '../../../../server/adapters/folder/walk.ts'
import { hourMs } from '../../../../shared/days.ts'
import { plain } from '../sample-pictures.ts'
import { createMemoryLog, openFolder, type TestFolder } from './harness.ts'

let folder: TestFolder
beforeEach(async () => {
  folder = await openFolder()
})
afterEach(() => folder.close())

/** Starts a source an hour later, when no file has changed recently, with a clock on which each step takes 10 ms. */
const open = async () => {
  let now = Date.now() + hourMs
  const clock = () => {
    now += 10
    return now
  }
  const source = folder.start({ clock, elapsed: clock })
  const { signal } = new AbortController()
  let version: string | undefined
  const read = async (known = version) => {
    const document = await source.read(known, signal)
    version = document?.version ?? version
    return document !== undefined
  }
  await read()
  return {
    source,
    read,
    wait: (ms: number) => {
      now += ms
    },
  }
}

/** Counts the looks at all files of a folder that take `lookMs` each. */
const createLooks = ({ lookMs = 0, isChanging = false }) => {
  let now = 1e12
  let count = 0
  const lookAtAll = async () => {
    count += 1
    now += lookMs
    const state = { size: count, mtimeMs: now, ctimeMs: isChanging ? now - lookMs : 0 }
    return { leftOut: [], watched: new Map(), files: [{ ...state, sidecars: [] }] }
  }
  const clock = () => now
  const look = createLook(lookAtAll, { clock, elapsed: clock, log: createMemoryLog().log })
  return {
    looks: () => count,
    look: () => look(false),
    wait: (ms: number) => {
      now += ms
    },
  }
}

const rewrite = async (path: string, color: string) => {
  await writeFile(path, await plain(color, 70, 50).png().toBuffer())
  await utimes(path, 1, 1)
}

describe('createLook', () => {
  it('sees at once that a file came, was replaced or went', async () => {
    await folder.putPicture('deep/a.png')
    const { source, read, wait } = await open()
    expect(await read()).toBe(false)
    wait(5_000)
    await folder.putPicture('deep/er/b.png')
    expect(await read()).toBe(true)
    expect(await source.find('main', 'deep/er/b.png')).toBeDefined()
    wait(5_000)
    await rename(await folder.putPicture('b.tmp', '#FF0000'), join(folder.folder, 'deep/a.png'))
    expect(await read()).toBe(true)
  })

  it('looks again at a folder that the disk could not list, although nothing shows that it can now', async () => {
    await folder.putPicture('deep/a.png')
    const limits = await readFolderLimits({ folder: folder.folder })
    let isFailing = true
    const readFolder = async (path: string) => {
      if (isFailing && path.endsWith('deep')) throw Object.assign(new Error(), { code: 'EIO' })
      return readdir(path, { withFileTypes: true })
    }
    let now = Date.now() + hourMs
    const clock = () => now
    const lookAtAll = async () => {
      now += 10
      return { ...(await walkFolder(limits, '', readFolder)), files: [] }
    }
    const look = createLook(lookAtAll, { clock, elapsed: clock, log: createMemoryLog().log })
    const paths = async () => (await look(false)).entries.map(({ path }) => path)
    expect(await paths()).toEqual(['deep', 'deep'])
    isFailing = false
    now += 5_000
    expect(await paths()).toEqual(['deep', 'deep/a.png'])
  })

  it('sees after a while that a file was written in its place', async () => {
    const path = await folder.putPicture('a.png')
    const { read, wait } = await open()
    await rewrite(path, '#FF0000')
    expect(await read()).toBe(false)
    wait(hourMs)
    expect(await read()).toBe(true)
  })

  it('sees at once that a .frescoignore was written in its place, and what it hides is not found any more', async () => {
    await folder.putPicture('a.png')
    await folder.putPicture('b.png')
    await folder.put('.frescoignore', 'nothing')
    const { source, read, wait } = await open()
    expect(await source.find('main', 'b.png')).toBeDefined()
    wait(5_000)
    await folder.put('.frescoignore', 'b.png')
    expect(await read()).toBe(true)
    expect(await source.find('main', 'b.png')).toBeUndefined()
  })

  it('sees at once that an index was written in its place', async () => {
    await folder.putPicture('main/lake.png')
    await folder.put('index.json', '[]')
    const { read, wait } = await open()
    wait(5_000)
    expect(await read()).toBe(false)
    await folder.put('index.json', '[{"file_name":"lake","file_main_name":"lake.png"}]')
    wait(5_000)
    expect(await read()).toBe(true)
  })

  it('looks at all files again at most 10 minutes after a look during which the computer slept', async () => {
    const { looks, look, wait } = createLooks({ lookMs: 8 * hourMs })
    await look()
    wait(601_000)
    await look()
    expect(looks()).toBe(2)
  })

  it('looks at all files in at most a twentieth of the time while one of them keeps changing', async () => {
    const { looks, look, wait } = createLooks({ lookMs: 1_500, isChanging: true })
    for (let second = 0; second < 300; second += 1) {
      await look()
      wait(1_000)
    }
    expect(looks()).toBeGreaterThan(5)
    expect(looks()).toBeLessThan(12)
  })

  it('looks at every file while one of them has just changed, because it may still be growing', async () => {
    const path = await folder.putPicture('a.png')
    const { signal } = new AbortController()
    let now = 0
    const source = folder.start({ elapsed: () => (now += 10) })
    const first = await source.read(undefined, signal)
    await rewrite(path, '#FF0000')
    now += 2_000
    expect(await source.read(first?.version, signal)).toBeDefined()
  })
})
