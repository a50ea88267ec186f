import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { open, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { walkFolder } from '../../adapters/folder/scan.ts'
import type { Config } from '../../config/config.ts'
import { sqliteAccountsVersion } from '../../database/sqlite.ts'
import { collect, type Finding, ok, problem, warning } from './findings.ts'

export const checkFolders = (config: Config): Promise<Finding[]> =>
  collect(
    checkDataDir(config),
    checkWallpapers(config),
    ...config.folder.links.map((path) => checkLinkFolder(path)),
  )

const checkDataDir = async (config: Config): Promise<Finding[]> => {
  const about = 'DATA_DIR'
  const dir = resolve(config.dataDir)
  const existing = findExisting(dir)
  const failure = await tryToWrite(existing)
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
  return collect(
    ok(about, `${dir} ${state}`),
    checkOwner(dir),
    checkDisk(existing, config),
    usesSqlite(config) ? checkSqlite(dir) : [],
  )
}

const usesSqlite = ({ accounts: { databaseUrl, clerk }, countsDownloads }: Config) =>
  databaseUrl === undefined && (clerk === undefined || countsDownloads)

const findExisting = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path))

const tryToWrite = async (folder: string): Promise<string | undefined> => {
  const file = join(folder, `.fresco-doctor-${randomUUID()}`)
  try {
    await writeFile(file, 'Made by fresco doctor', { mode: 0o600 })
    await rm(file)
    return undefined
  } catch (error) {
    await rm(file, { force: true }).catch(() => undefined)
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

const checkOwner = (dir: string): Finding[] => {
  if (process.getuid?.() !== 0 || !existsSync(dir)) return []
  const { uid } = statSync(dir)
  if (uid === 0) return []
  return [
    warning(
      'DATA_DIR',
      `you are root, but the folder belongs to the user with the id ${uid}, so doctor cannot check what the server may do`,
      `run this as that user: sudo -u '#${uid}' …`,
    ),
  ]
}

const fewBytes = 100_000_000
// Magic numbers of file systems, from statfs(2) on Linux: NFS, SMB, CIFS, SMB2.
const networkFileSystems = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42])

const checkDisk = async (folder: string, config: Config): Promise<Finding[]> => {
  const { bavail, bsize, type } = await statfs(folder)
  const free = bavail * bsize
  const megabytes = `${Math.floor(free / 1e6).toLocaleString('en-US')} MB are free`
  const isRemote = process.platform === 'linux' && networkFileSystems.has(type >>> 0)
  const remote = problem(
    'disk',
    'DATA_DIR is on a network drive, where SQLite can lose data',
    'set DATA_DIR to a folder on a disk of this machine, or use PostgreSQL (DATABASE_URL)',
  )
  return [...(isRemote && usesSqlite(config) ? [remote] : []), judgeSpace(free, megabytes, config)]
}

const judgeSpace = (free: number, megabytes: string, { renditionsMaxMb }: Config): Finding => {
  if (free < fewBytes)
    return problem(
      'disk',
      `only ${megabytes} for DATA_DIR, and accounts cannot be saved on a full disk`,
      'delete something, or set DATA_DIR to a folder on a larger disk',
    )
  if (free < renditionsMaxMb * 1e6)
    return warning(
      'disk',
      `${megabytes} for DATA_DIR, and resized pictures may take ${renditionsMaxMb} MB (RENDITIONS_MAX_MB)`,
      'set RENDITIONS_MAX_MB to a smaller number, or make room',
    )
  return ok('disk', `${megabytes} for DATA_DIR`)
}

const checkSqlite = async (dir: string): Promise<Finding[]> => {
  const about = 'accounts'
  const [database, secret] = ['fresco.sqlite', 'session-secret'].map((name) => join(dir, name))
  if (database === undefined || secret === undefined || !existsSync(database))
    return [ok(about, 'there are none yet. The server makes their database (SQLite) in DATA_DIR')]
  const files = [database, `${database}-wal`, `${database}-shm`, secret].filter(existsSync)
  const refused = files.filter((file) => !isWritable(file))
  if (refused.length > 0)
    return [
      problem(
        about,
        `${refused.join(' and ')} cannot be read and written`,
        `give them to the user who runs Fresco: sudo chown ${userName()} '${dir}'/*`,
      ),
    ]
  const version = await readSchemaVersion(database)
  if (version === undefined)
    return [
      problem(
        about,
        `${database} is not a database of SQLite`,
        'restore a backup: fresco admin restore FILE',
      ),
    ]
  if (version > sqliteAccountsVersion)
    return [
      problem(
        about,
        `a newer version of Fresco made ${database}. Its schema is version ${version}, and this version knows only ${sqliteAccountsVersion}`,
        'install the newer version again, or restore a backup that this version made',
      ),
    ]
  return [ok(about, `SQLite, in ${database}`)]
}

const isWritable = (file: string) => {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Reads `user_version` from the header of the file (https://sqlite.org/fileformat2.html#the_database_header). SQLite
 * itself would make files beside the database.
 */
const readSchemaVersion = async (file: string): Promise<number | undefined> => {
  await using handle = await open(file)
  const header = Buffer.alloc(100)
  const { bytesRead } = await handle.read(header, 0, header.length, 0)
  // A new database is empty until SQLite has moved its write-ahead log into the file.
  if (bytesRead === 0) return 0
  const isSqlite = header.toString('latin1', 0, 16) === 'SQLite format 3\0'
  return isSqlite ? header.readUInt32BE(60) : undefined
}

const checkWallpapers = async ({ folder: { path }, github }: Config): Promise<Finding[]> => {
  const about = 'WALLPAPERS_DIR'
  if (path === undefined)
    return github === undefined
      ? [
          ok(
            'wallpapers',
            'those that come with Fresco. WALLPAPERS_DIR chooses a folder of your own',
          ),
        ]
      : []
  const dir = resolve(path)
  const missing = describeMissing(about, dir)
  if (missing) return [missing]
  const entries = await walkFolder(dir).catch((error: unknown) => codeOf(error))
  if (typeof entries === 'string')
    return [
      problem(
        about,
        `${dir} cannot be read (${entries})`,
        `let the user who runs Fresco read it: chmod -R a+rX '${dir}'`,
      ),
    ]
  return collect(
    judgePictures(dir, entries),
    existsSync(join(dir, 'index.json')) ? checkIndex(dir) : [],
  )
}

const describeMissing = (about: string, dir: string): Finding | undefined => {
  const found = statSync(dir, { throwIfNoEntry: false })
  if (found?.isDirectory()) return undefined
  const text = found ? `${dir} is a file, not a folder` : `the folder ${dir} does not exist`
  return problem(about, text, `make it, or set ${about} to the folder with your pictures`)
}

const pictureName = /\.(?:jpe?g|png|webp|avif)$/i

const judgePictures = (dir: string, entries: Awaited<ReturnType<typeof walkFolder>>): Finding[] => {
  const about = 'WALLPAPERS_DIR'
  const count = entries.filter(({ path }) => pictureName.test(path)).length
  const closed = entries.filter(({ kind }) => kind === 'unreadable').map(({ path }) => path)
  const found =
    count === 0
      ? problem(
          about,
          `${dir} has no pictures`,
          'put jpg, png, webp or avif files into it, or set WALLPAPERS_DIR to another folder',
        )
      : ok(about, `${dir} has ${count === 1 ? '1 picture' : `${count} pictures`}`)
  if (closed.length === 0) return [found]
  return [
    found,
    warning(
      about,
      `these folders in it cannot be opened: ${closed.slice(0, 3).join(', ')}${closed.length > 3 ? ` and ${closed.length - 3} more` : ''}`,
      `let the user who runs Fresco read them: chmod -R a+rX '${dir}'`,
    ),
  ]
}

const checkIndex = async (dir: string): Promise<Finding[]> => {
  const file = join(dir, 'index.json')
  try {
    if (Array.isArray(JSON.parse(await readFile(file, 'utf8')))) return []
  } catch {
    // Reported below, like any other text that is not a list.
  }
  return [
    problem(
      'WALLPAPERS_DIR',
      `${file} is not a list in JSON`,
      'correct it, or delete it to show all pictures of the folder. "fresco catalogue check" says more',
    ),
  ]
}

const checkLinkFolder = (path: string): Finding => {
  const dir = resolve(path)
  return describeMissing('WALLPAPERS_LINKS', dir) ?? ok('WALLPAPERS_LINKS', `${dir} is there`)
}
