import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restoreBackup, writeBackup } from '../../../../server/accounts/store/backup.ts'
import { composeAccounts } from '../../../../server/compose/accounts.ts'
import { parseConfig } from '../../../../server/config/config.ts'
import { publicUrl, silentLog } from '../../../accounts-app.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { type RunningServer, startServer } from '../../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'
import { call, runAdmin, signUp } from '../admin-harness.ts'

let dir = ''
let lastFolder = 0
beforeAll(async () => {
  dir = await makeTempDir('backup')
})
afterAll(() => removeDir(dir))

const newFolder = () => {
  lastFolder += 1
  const folder = join(dir, `data-${lastFolder}`)
  mkdirSync(folder)
  return folder
}

const admin = async (
  dataDir: string,
  args: readonly string[],
  env: Record<string, string> = {},
) => {
  const { code, stdout, output } = await runAdmin(args, {
    cwd: dir,
    env: { DATA_DIR: dataDir, ...env },
  })
  return { code, stdout, output: output.trim() }
}

const addFavorite = (server: RunningServer, token: string, wallpaperId: string) =>
  call(server, '/api/favorites', {
    method: 'PATCH',
    token,
    body: { wallpaperId, action: 'add' },
  })

/** Makes an account in a folder without starting a server, and returns its session token. */
const makeAccount = async (dataDir: string, username: string) => {
  const accounts = await openAccounts(dataDir)
  const account = { username, password: 'correct horse', name: username }
  const signedIn = await accounts.local?.accounts.signUp(account)
  await accounts.close()
  return signedIn?.token ?? ''
}

const openAccounts = (dataDir: string) =>
  composeAccounts(parseConfig({ DATA_DIR: dataDir }), { publicUrl, log: silentLog })

/** Tells which of the tokens are valid for a server that starts with this folder. */
const validTokens = async (dataDir: string, tokens: Readonly<Record<string, string>>) => {
  const accounts = await openAccounts(dataDir)
  const valid: string[] = []
  for (const [name, bearer] of Object.entries(tokens))
    if (await accounts.identity.identify({ bearer, cookie: undefined })) valid.push(name)
  await accounts.close()
  return valid
}

const makeBackup = async (username: string) => {
  const folder = newFolder()
  const token = await makeAccount(folder, username)
  const file = join(folder, 'saved.backup')
  writeBackup(folder, file)
  return { token, file, folder }
}

describe('npm run fresco -- admin backup', () => {
  let server: RunningServer
  let dataDir = ''
  beforeAll(async () => {
    dataDir = newFolder()
    server = await startServer({ env: { DATA_DIR: dataDir } })
  })
  afterAll(() => server.stop())

  it('writes one file that only its owner can read, and nothing beside it', async () => {
    const folder = newFolder()
    const file = join(folder, 'mine.backup')
    expect(await admin(dataDir, ['backup', file])).toMatchObject({ code: 0 })
    expect(readdirSync(folder)).toEqual(['mine.backup'])
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('overwrites no file, and says what is missing', () => {
    const file = join(dir, 'present')
    writeFileSync(file, 'precious')
    const problems: [string, string, string][] = [
      [dataDir, file, `${file} exists already: choose another name`],
      [dataDir, join(dir, 'absent/file'), 'no such file or directory'],
      [dir, join(dir, 'new'), `There are no accounts in ${dir}. Set DATA_DIR to the folder that`],
    ]
    for (const [from, to, problem] of problems) expect(() => writeBackup(from, to)).toThrow(problem)
    expect(readFileSync(file, 'utf8')).toBe('precious')
  })

  it('has every change that was confirmed before it began, and works in an empty folder', async () => {
    const token = await signUp(server, 'busy')
    const confirmed: string[] = []
    let isWriting = true
    const writing = (async () => {
      for (let n = 0; isWriting; n += 1) {
        expect((await addFavorite(server, token, `w${n}`)).status).toBe(200)
        confirmed.push(`w${n}`)
      }
    })()
    await expect.poll(() => confirmed.length).toBeGreaterThan(10)
    const before = [...confirmed]
    const file = join(dir, 'busy.backup')
    expect(await admin(dataDir, ['backup', file])).toMatchObject({ code: 0 })
    isWriting = false
    await writing

    const empty = newFolder()
    expect(await admin(empty, ['restore', file])).toMatchObject({ code: 0 })
    const restored = await startServer({ env: { DATA_DIR: empty } })
    const { favorites } = (await call(restored, '/api/favorites', { token })).body
    await restored.stop()
    expect(favorites.slice(0, before.length)).toEqual(before)
    expect(favorites).toEqual(confirmed.slice(0, favorites.length))
  })

  it.each([
    ['backup', 'pg_dump'],
    ['restore', 'pg_restore'],
  ])('%s names %s for PostgreSQL', async (command, tool) => {
    const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }
    const { code, output } = await admin(dataDir, [command, 'file'], env)
    expect(code).toBe(1)
    expect(output).toContain(tool)
    expect(output).toContain('The session secret is a row of the table "fresco"')
  })
})

describe('npm run fresco -- admin restore', () => {
  let saved: Awaited<ReturnType<typeof makeBackup>>
  beforeAll(async () => {
    saved = await makeBackup('saved')
  })

  it('refuses while a server runs, and works as soon as it was killed', async () => {
    const { file, token } = saved
    const dataDir = newFolder()
    const server = await startServer({ env: { DATA_DIR: dataDir } })
    const running = await signUp(server, 'running')
    const refused = await admin(dataDir, ['restore', file])
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('is using')
    expect((await addFavorite(server, running, 'a')).status).toBe(200)
    await server.kill()
    expect(await validTokens(dataDir, { running, token })).toEqual(['running'])
    expect(await admin(dataDir, ['restore', file])).toMatchObject({ code: 0 })
    expect(await validTokens(dataDir, { running, token })).toEqual(['token'])
    await server.stop()
  })

  it('keeps the replaced accounts as a backup', async () => {
    const { file, token } = saved
    const dataDir = newFolder()
    const first = await makeAccount(dataDir, 'first')
    const kept = expectDefined(restoreBackup(dataDir, file).keptAs)
    expect(statSync(kept).mode & 0o077).toBe(0)
    expect(await validTokens(dataDir, { first, token })).toEqual(['token'])
    writeFileSync(join(dataDir, 'fresco.sqlite.restore.tmp'), 'of a restore that was killed')
    restoreBackup(dataDir, kept)
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([])
    expect(await validTokens(dataDir, { first, token })).toEqual(['first'])
  })

  it('leaves the secret in its own file only', async () => {
    const { file, folder } = saved
    const secret = readFileSync(join(folder, 'session-secret'), 'utf8').trim()
    const dataDir = newFolder()
    restoreBackup(dataDir, file)
    expect(readdirSync(dataDir).sort()).toEqual(['fresco.sqlite', 'session-secret'])
    expect(readFileSync(join(dataDir, 'session-secret'), 'utf8').trim()).toBe(secret)
    expect(readFileSync(join(dataDir, 'fresco.sqlite')).includes(secret)).toBe(false)
    for (const name of readdirSync(dataDir))
      expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0)
  })

  it.skipIf(process.getuid?.() !== 0)(
    'gives the files to the owner of the folder when root runs it',
    async () => {
      const { file } = saved
      const dataDir = newFolder()
      chownSync(dataDir, 1000, 1000)
      restoreBackup(dataDir, file)
      for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).uid).toBe(1000)
    },
  )

  it('is finished by the next server when it is killed between the database and the secret', async () => {
    const { file, token } = saved
    const dataDir = newFolder()
    const first = await makeAccount(dataDir, 'first')
    copyFileSync(file, join(dataDir, 'fresco.sqlite'))
    expect(await validTokens(dataDir, { first, token })).toEqual(['token'])
  })

  it('keeps the files of a damaged database', async () => {
    const { file, token } = saved
    const dataDir = newFolder()
    writeFileSync(join(dataDir, 'fresco.sqlite'), 'this is not a database at all. '.repeat(99))
    const kept = expectDefined(restoreBackup(dataDir, file).keptAs)
    expect(readdirSync(kept)).toEqual(['fresco.sqlite'])
    expect(await validTokens(dataDir, { token })).toEqual(['token'])
  })

  describe('a file that is not as the backup command makes it', () => {
    let dataDir: string
    beforeAll(async () => {
      dataDir = newFolder()
      await makeAccount(dataDir, 'first')
    })
    const readFiles = () =>
      readdirSync(dataDir).map((name) => [name, readFileSync(join(dataDir, name), 'base64')])
    const refuse = (problem: string, spoil: (file: string) => void) => {
      const file = join(newFolder(), 'saved.backup')
      copyFileSync(saved.file, file)
      spoil(file)
      const before = readFiles()
      expect(() => restoreBackup(dataDir, file)).toThrow(
        new RegExp(`^.+ cannot be restored: .*${problem}.*\\. Nothing was changed$`),
      )
      expect(readFiles()).toEqual(before)
    }

    it.each([
      ['its schema is version 99', 'PRAGMA user_version = 99'],
      ['it was not made by the backup command', 'DROP TABLE "backup"'],
      ['it was not made by the backup command', `UPDATE "backup" SET "secret" = ' '`],
      ['it was not made by the backup command', 'PRAGMA user_version = 0'],
      [
        'it contains "copy"',
        'CREATE TRIGGER "copy" AFTER INSERT ON "session" BEGIN DELETE FROM "user"; END',
      ],
      ['it contains "backup"', 'DROP TABLE "backup"; CREATE VIEW "backup" AS SELECT 1 AS "secret"'],
      ['it contains "words"', 'CREATE VIRTUAL TABLE "words" USING fts5 ("word")'],
      ['it is damaged or was changed', `UPDATE "user" SET "username" = 'eve'`],
    ])('is refused because %s, and nothing changes: %s', (problem, sql) => {
      refuse(problem, (file) => {
        using database = new DatabaseSync(file)
        database.exec(sql)
      })
    })

    it.each([
      ['it is damaged', 'that is cut off', (bytes: Buffer) => bytes.subarray(0, 9000)],
      [
        'it is damaged or was changed',
        'with a changed byte',
        (bytes: Buffer) => bytes.with(-1, 255 - (bytes.at(-1) ?? 0)),
      ],
      ['it is damaged', 'with changed pages', (bytes: Buffer) => bytes.fill(7, 8192)],
      ['it was not made by', 'that is empty', (bytes: Buffer) => bytes.subarray(0, 0)],
    ])('is refused because %s if it is one %s', (problem, _, spoil) => {
      refuse(problem, (file) => writeFileSync(file, spoil(readFileSync(file))))
    })
  })

  it.each(['nowhere', '.'])('refuses %s, which is not a file', async (name) => {
    const dataDir = newFolder()
    const { code, output } = await admin(dataDir, ['restore', name])
    expect(code).toBe(1)
    expect(output).toContain('there is no such file')
    expect(existsSync(join(dataDir, 'fresco.sqlite'))).toBe(false)
  })
})
