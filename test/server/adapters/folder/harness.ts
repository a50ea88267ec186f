/** Test helper with a temporary folder of pictures, a catalogue source that reads it, and a log. */
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createFolderSource } from '../../../../server/adapters/folder/source.ts'
import type { Log } from '../../../../server/ports.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { plain } from '../sample-pictures.ts'

/**
 * A modification time in the past. The source waits with newer files, because somebody may still be
 * copying them.
 */
const long = new Date(Date.now() - 60_000)

export const createMemoryLog = () => {
  const lines: string[] = []
  const write = (_fields: object, message: string) => void lines.push(message)
  return { lines, log: { info: write, warn: write, error: write } satisfies Log }
}

export const openFolder = async (name = 'wallpapers', parent?: string) => {
  const base = await makeTempDir('folder', parent)
  const folder = join(base, name)
  await mkdir(folder)
  const { lines, log } = createMemoryLog()
  const put = async (path: string, content: string | Buffer, at = long) => {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    await utimes(file, at, at)
    return file
  }
  const putOutside = async (path: string) => {
    const file = join(base, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, await plain('#FFFFFF').png().toBuffer())
    return join(base, path.split('/')[0] ?? '')
  }
  return {
    base,
    folder,
    lines,
    log,
    put,
    /** Puts a picture outside of the folder, and returns the topmost folder that holds it. */
    putOutside,
    putPicture: async (path: string, color = '#3A78C0') =>
      put(path, await plain(color).png().toBuffer()),
    start: (options: Partial<Parameters<typeof createFolderSource>[0]> = {}) =>
      createFolderSource({
        folder,
        cacheDir: join(base, 'data'),
        log,
        budgetMs: 60_000,
        // Work that takes no time is followed by no pause, so a test sees a change at its next read.
        elapsed: () => 0,
        ...options,
      }),
    close: () => removeDir(base),
  }
}
export type TestFolder = Awaited<ReturnType<typeof openFolder>>
