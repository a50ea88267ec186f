/**
 * Test helper that runs the publish command on a folder of small pictures with emulated services.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { startCloudinary } from '../../../emulators/cloudinary.ts'
import { startGithub } from '../../../emulators/github.ts'
import { collectOutput, dieWithParent } from '../../../tools/child.ts'
import { toCommand } from '../../../tools/servers/programs.ts'
import { inheritedEnv } from '../../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { plain } from '../../adapters/sample-pictures.ts'

const command = resolve(import.meta.dirname, '../../../../server/cli/publish.ts')

/**
 * A modification time in the past. The command waits with newer files, because somebody may still
 * be copying them.
 */
const long = new Date(Date.now() - 60_000)

export const openPublishing = async () => {
  const base = await makeTempDir('publish')
  const folder = join(base, 'pictures')
  await mkdir(folder)
  const github = await startGithub()
  const cloudinary = await startCloudinary()
  github.push([], [])
  const env: Record<string, string> = { ...github.env, CLOUDINARY_URL: cloudinary.cloudinaryUrl }
  const put = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
    await utimes(join(folder, path), long, long)
  }
  const begin = (args: readonly string[] = [], settings: Record<string, string> = {}) => {
    const [node, ...first] = toCommand(command)
    const child = spawn(node, [...first, folder, ...args], {
      cwd: base,
      env: { ...inheritedEnv(), DATA_DIR: join(base, 'data'), ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    dieWithParent(child)
    const output = collectOutput(child)
    return { child, output, ended: once(child, 'close').then(([code]) => Number(code)) }
  }
  return {
    folder,
    github,
    cloudinary,
    env,
    put,
    begin,
    run: async (...args: Parameters<typeof begin>) => {
      const { ended, output } = begin(...args)
      return { code: await ended, output: output() }
    },
    putPictures: async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        const color = `#${((at * 7_654_321) % 0xffffff).toString(16).padStart(6, '0')}`
        const [width, height] = at % 3 === 0 ? [40, 60] : [60, 40]
        const category = ['nature', 'art', 'tech'][at % 3]
        const bytes = await plain(color, width, height).jpeg().toBuffer()
        await put(`${category}/picture-${at}.jpg`, bytes)
      }
    },
    rows: (name = 'index.json'): Row[] => JSON.parse(github.read(name) ?? '[]'),
    close: async () => {
      await Promise.all([github.stop(), cloudinary.stop()])
      await removeDir(base)
    },
  }
}

interface Row {
  file_name: string
  file_main_name: string
  category: string
  data: Record<string, unknown>
  [field: string]: unknown
}

export type Publishing = Awaited<ReturnType<typeof openPublishing>>
