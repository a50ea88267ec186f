import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeAccounts } from '../../../server/compose/accounts.ts'
import { composeRedis } from '../../../server/compose/redis.ts'
import { ConfigError, parseConfig } from '../../../server/config/config.ts'
import { publicUrl, silentLog } from '../../accounts-app.ts'
import { makeClerkKeys, makePublishableKey } from '../../emulators/clerk-tokens.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

describe('composeAccounts', () => {
  let dir = ''
  beforeAll(async () => {
    dir = await makeTempDir('compose-accounts')
  })
  afterAll(() => removeDir(dir))

  const compose = async (env: Record<string, string> = {}) => {
    const config = parseConfig({ DATA_DIR: dir, ...env })
    const redis = await composeRedis(config.values.REDIS_URL, silentLog)
    const deps = { redis, databaseWaitMs: 600 }
    const accounts = await composeAccounts(config, { publicUrl, log: silentLog, ...deps })
    const close = async () => {
      redis?.client.destroy()
      await accounts.close()
    }
    return { ...accounts, close }
  }
  const clerk = {
    CLERK_SECRET_KEY: 'sk_live_x',
    CLERK_PUBLISHABLE_KEY: makePublishableKey(),
    CLERK_JWT_KEY: makeClerkKeys().jwtKey,
  }

  it('keeps accounts itself when nothing is set', async () => {
    const accounts = await compose()
    expect(accounts.instance).toEqual({ identity: 'local', signUp: 'open', passwords: true })
    expect(accounts.local).toBeDefined()
    expect(await accounts.check()).toEqual({ accounts: { ready: true } })
    await accounts.close()
  })

  it.skipIf(process.platform === 'win32')('lets nobody else read what it keeps', async () => {
    for (const file of ['fresco.sqlite', 'session-secret'])
      expect((await stat(join(dir, file))).mode & 0o077).toBe(0)
  })

  it('starts while Redis is away, and says that it is', async () => {
    const accounts = await compose({ ...clerk, REDIS_URL: 'redis://127.0.0.1:1' })
    expect(await accounts.check()).toEqual({
      redis: { ready: false, problem: expect.stringMatching(/.+/) },
    })
    await accounts.close()
  })

  it.each([
    ['fresco.sqlite', 'this is no database, and has to be as long as the head of one'.repeat(9)],
    ['session-secret', '\n'],
  ])('says in one line that its %s cannot be used', async (file, content) => {
    const folder = await makeTempDir('compose-accounts')
    await writeFile(join(folder, file), content)
    const failure = await compose({ DATA_DIR: folder }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ConfigError)
    expect((failure as Error).message).toMatch(
      new RegExp(`^DATA_DIR is '${folder}': its ${file} cannot be used \\(.+\\)$`),
    )
    await removeDir(folder)
  })

  it.each([
    [{ ...clerk, CLERK_JWT_KEY: 'MIIB' }, 'CLERK_JWT_KEY is not an RSA public key'],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/none' }, 'DATABASE_URL names a database that cannot'],
  ])('says in one line what is wrong with %j', async (env, message) => {
    const failure = await compose(env).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ConfigError)
    expect((failure as Error).message).toMatch(new RegExp(`^${message}.+$`))
  })
})
