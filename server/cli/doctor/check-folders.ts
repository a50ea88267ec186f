import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { inParallel } from '../../../shared/async.ts'
import { isPictureName } from '../../../shared/file-names.ts'
import { screenSide } from '../../../shared/filter-rules.ts'
import { readFolderLimits } from '../../adapters/folder/files.ts'
import { walkFolder } from '../../adapters/folder/walk.ts'
import { openPicture } from '../../adapters/sharp/open-picture.ts'
import type { Config } from '../../config/config.ts'
import { countOf } from '../program.ts'
import { collect, type Finding, ok, problem } from './findings.ts'

export const checkFolders = (config: Config): Promise<Finding[]> =>
  collect(checkDataDir(config), checkWallpapers(config))

const checkDataDir = async (config: Config): Promise<Finding[]> => {
  const about = 'DATA_DIR'
  const dir = resolve(config.dataDir)
  const existing = findExisting(dir)
  const failure = findObstacle(`${existing}/.`)
  if (failure !== undefined)
    return [
      existing === dir
        ? problem(
            about,
            `${dir} cannot be written to (${failure})`,
            `give it to the user who runs Fresco: sudo chown -R ${userName()} '${dir}'`,
          )
        : problem(
            about,
            `${dir} does not exist, and this user may not make it (${failure})`,
            `make it and give it to the user who runs Fresco, or set DATA_DIR to another folder`,
          ),
    ]
  const state = existing === dir ? 'can be written to' : 'does not exist yet. The server makes it'
  const { databaseUrl, clerk } = config.accounts
  const usesSqlite = databaseUrl === undefined && clerk === undefined
  return collect(
    ok(about, `${dir} ${state}`),
    checkDisk(existing, usesSqlite),
    usesSqlite ? checkSqlite(dir) : [],
  )
}

const findExisting = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path))

/** Returns why this user cannot read and write a file or a folder. */
const findObstacle = (path: string): string | undefined => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)

// A container may run as a number that no user has.
const userName = () => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'USER')
  }
}

const fewBytes = 100_000_000
// Magic numbers of file systems, from statfs(2) on Linux: NFS, SMB, CIFS, SMB2.
const networkFileSystems = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42])

const checkDisk = async (folder: string, usesSqlite: boolean): Promise<Finding> => {
  const { bavail, bsize, type } = await statfs(folder)
  const free = bavail * bsize
  const megabytes = `${Math.floor(free / 1e6).toLocaleString('en-US')} MB are free`
  if (usesSqlite && process.platform === 'linux' && networkFileSystems.has(type >>> 0))
    return problem(
      'disk',
      'DATA_DIR is on a network drive, where SQLite can lose data',
      'set DATA_DIR to a folder on a disk of this machine, or use PostgreSQL (DATABASE_URL)',
    )
  if (free > fewBytes) return ok('disk', `${megabytes} for DATA_DIR`)
  return problem(
    'disk',
    `only ${megabytes} for DATA_DIR, and accounts cannot be saved on a full disk`,
    'delete something, or set DATA_DIR to a folder on a larger disk',
  )
}

const checkSqlite = (dir: string): Finding => {
  const about = 'accounts'
  const database = join(dir, 'fresco.sqlite')
  if (!existsSync(database))
    return ok(about, 'there are none yet. The server makes their database (SQLite) in DATA_DIR')
  const files = [database, `${database}-wal`, `${database}-shm`, join(dir, 'session-secret')]
  const refused = files.filter((file) => existsSync(file) && findObstacle(file) !== undefined)
  if (refused.length === 0) return ok(about, `SQLite, in ${database}`)
  return problem(
    about,
    `${refused.join(' and ')} cannot be read and written`,
    `give them to the user who runs Fresco: sudo chown ${userName()} '${dir}'/*`,
  )
}

const checkWallpapers = async ({ folder, dataDir, github }: Config): Promise<Finding[]> => {
  const { path, links: linkFolders } = folder
  const about = 'WALLPAPERS_DIR'
  if (path === undefined) {
    const text = 'those that come with Fresco. WALLPAPERS_DIR chooses a folder of your own'
    return github === undefined ? [ok('wallpapers', text)] : []
  }
  const dir = resolve(path)
  const found = statSync(dir, { throwIfNoEntry: false })
  if (!found?.isDirectory()) {
    const text = found ? `${dir} is a file, not a folder` : `the folder ${dir} does not exist`
    return [problem(about, text, `make it, or set ${about} to the folder with your pictures`)]
  }
  try {
    const { entries } = await walkFolder(
      await readFolderLimits({ folder: dir, linkFolders, dataDir: resolve(dataDir) }),
    )
    const pictures = entries.filter((entry) => isPictureName(entry.path))
    if (pictures.length > 0) return [ok(about, await describePictures(dir, pictures))]
    const advice =
      'put jpg, png, webp or avif files into it, or set WALLPAPERS_DIR to another folder'
    return [problem(about, `${dir} has no pictures`, advice)]
  } catch (error) {
    const advice = `let the user who runs Fresco read it: chmod -R a+rX '${dir}'`
    return [problem(about, `${dir} cannot be read (${codeOf(error)})`, advice)]
  }
}

const describePictures = async (dir: string, pictures: readonly { path: string }[]) => {
  // The other pictures of a folder with an index are previews.
  const folder = existsSync(join(dir, 'index.json')) ? 'main/' : ''
  let small = 0
  const look = async (path: string) => {
    const { width, height } = await (await openPicture(join(dir, path))).metadata()
    if (Math.max(width, height) < screenSide) small++
  }
  const shown = pictures.filter(({ path }) => path.startsWith(folder))
  // A picture that cannot be read is not a small one.
  await inParallel(shown, ({ path }) => look(path).catch(() => undefined), { width: 4 })
  return `${dir} has ${countOf(pictures.length, 'picture')}, of which ${small} ${small === 1 ? 'is' : 'are'} smaller than ${screenSide} pixels and shown only if no others match`
}
