import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClerkKeys, makePublishableKey } from '../../emulators/clerk-tokens.ts'
import { expectDefined } from '../../expect-defined.ts'
import { isLongRun } from '../../long-run.ts'
import { packageDir } from '../../tools/servers/programs.ts'
import { hasPostgres } from '../../tools/servers/start-postgres.ts'
import type { RunningServer } from '../../tools/servers/start-server.ts'
import {
  call,
  openService,
  password,
  type Service,
  sessionStatus,
  signIn,
  signUp,
} from './admin-harness.ts'

const called = packageDir ? 'fresco admin' : 'npm run fresco -- admin'
// The tests of the stores run on both databases every time.
const kinds = (['SQLite', 'PostgreSQL'] as const).filter(
  (kind) => kind === 'SQLite' || (isLongRun && hasPostgres()),
)

describe.each(kinds)('npm run fresco -- admin beside running servers with %s', (kind) => {
  let service: Service
  let one: RunningServer
  let other: RunningServer
  beforeAll(async () => {
    service = await openService(kind)
    one = await service.start()
    other = kind === 'PostgreSQL' ? await service.start() : one
  })
  afterAll(() => service.close())

  const addPerson = async (username: string) => {
    const token = await signUp(one, username)
    await call(one, '/api/favorites', { token, body: { favorites: ['lake', 'hill'] } })
    return token
  }
  const publicStatuses = async (username: string) =>
    Promise.all(
      [
        `/share/${username}`,
        `/feed.rss?from=@${username}`,
        `/api/favorites/${username}`,
        `/api/wallpapers?from=@${username}`,
        `/api/users/${username}/image`,
      ].map(async (path) => (await call(other, path)).status),
    )

  it('blocks a user at once on all replicas, and brings everything back', async () => {
    const token = await addPerson('mallory')
    expect(await sessionStatus(other, token)).toBe(200)

    const blocked = await service.admin(['block', '@Mallory'])
    expect(blocked).toMatchObject({ code: 0, output: 'mallory is blocked. 1 session ended\n' })
    expect(await sessionStatus(one, token)).toBe(401)
    expect(await sessionStatus(other, token)).toBe(401)
    const refused = await signIn(other, 'mallory')
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'This account is blocked: ask the operator of this server' },
    })
    expect(await publicStatuses('mallory')).toEqual([404, 404, 404, 404, 404])
    expect((await service.admin(['list'])).output).toMatch(/^mallory .+ blocked$/m)

    expect((await service.admin(['unblock', 'mallory'])).code).toBe(0)
    expect(await publicStatuses('mallory')).toEqual([200, 200, 200, 404, 200])
    const back = await signIn(other, 'mallory')
    expect(back.status).toBe(200)
    const favorites = await call(other, '/api/favorites', { token: back.body.token })
    expect(favorites.body.favorites).toEqual(['lake', 'hill'])
  })

  it('sets a password from standard input and ends all sessions', async () => {
    const token = await addPerson('forgetful')
    const changed = await service.admin(['password', 'forgetful'], { stdin: 'battery staple\n' })
    expect(changed).toMatchObject({ code: 0 })
    expect(changed.output).not.toContain('staple')
    expect(await sessionStatus(other, token)).toBe(401)
    expect((await signIn(other, 'forgetful')).status).toBe(401)
    expect((await signIn(other, 'forgetful', 'battery staple')).status).toBe(200)

    const short = await service.admin(['password', 'forgetful'], { stdin: 'short\n' })
    expect(short).toMatchObject({
      code: 1,
      output: 'A password has 8 to 128 characters. Nothing was changed\n',
    })
  })

  it('deletes a user only after a yes, with favorites and sessions', async () => {
    const token = await addPerson('leaver')
    const unsure = await service.admin(['delete', 'leaver'])
    expect(unsure).toMatchObject({ code: 1 })
    expect(unsure.output).toContain('Use --yes')
    expect(await sessionStatus(other, token)).toBe(200)

    const sure = await service.admin(['delete', 'leaver', '--yes'])
    expect(sure).toMatchObject({ code: 0, output: 'leaver and 2 favorites are deleted\n' })
    expect(await sessionStatus(other, token)).toBe(401)
    expect((await call(other, '/share/leaver')).status).toBe(404)
    expect(await service.admin(['block', 'leaver'])).toMatchObject({
      code: 1,
      output: `There is no user 'leaver'. To list all users: ${called} list\n`,
    })
  })

  it('lists users for people and for programs, without secrets', async () => {
    const token = await addPerson('listed_one')
    await service.admin(['promote', 'listed_one'])
    const { output } = await service.admin(['list'])
    expect(output).toMatch(/^USERNAME +NAME +CREATED +LAST USED +SESSIONS +FAVORITES +STATE$/m)
    expect(output).toMatch(/^listed_one +listed_one +\d{4}-\d\d-\d\d +\S+ +1 +2 +administrator$/m)
    await service.admin(['demote', 'listed_one'])
    const { stdout } = await service.admin(['list', '--json'])
    const found = JSON.parse(stdout).find(({ username = '' }) => username === 'listed_one')
    expect(found).toMatchObject({ favorites: 2, isBlocked: false, isAdministrator: false })
    for (const secret of [password, token.split('.')[0]])
      expect(stdout + output).not.toContain(secret)
  })

  it('makes, lists and revokes invites', async () => {
    const env = { PUBLIC_URL: one.url }
    const made = await service.admin(['invite', '--json'], { env })
    const { link, id, usesLeft } = JSON.parse(made.stdout)
    expect({ usesLeft, link }).toEqual({
      usesLeft: 1,
      link: expect.stringMatching(new RegExp(`^${one.url}/account\\?invite=[\\w-]{22}$`)),
    })
    expect((await service.admin(['invites'])).output).toMatch(
      new RegExp(`^${id} .+ 1 of 1 +the operator$`, 'm'),
    )
    expect((await service.admin(['revoke', id])).output).toBe(`Invite ${id} is revoked\n`)
    expect(await service.admin(['revoke', id])).toMatchObject({ code: 1 })
    expect(await service.admin(['invite', '--uses', '0'])).toMatchObject({
      code: 1,
      output: "--uses is '0': it accepts a whole number from 1 to 1000\n",
    })
  })

  it('makes, lists and ends read keys', async () => {
    await addPerson('keyed')
    const made = await service.admin(['key', 'keyed', '--for', 'Photo frame', '--may', 'hearts'])
    const key = made.output.trim()
    const read = () => call(other, '/api/favorites', { token: key })
    expect((await read()).status).toBe(200)
    const listed = await service.admin(['keys', 'keyed', '--json'])
    expect(listed.stdout).not.toContain(key)
    const [{ id, name, scope, lastUsedAt }] = JSON.parse(listed.stdout)
    expect([name, scope, lastUsedAt]).toEqual(['Photo frame', 'hearts', expect.any(String)])
    expect((await service.admin(['keys', 'keyed', '--end', id])).output).toBe(
      `Key ${id} has ended\n`,
    )
    expect((await read()).status).toBe(401)
    expect(await service.admin(['keys', 'keyed', '--end', id])).toMatchObject({ code: 1 })
    expect(await service.admin(['key', 'keyed', '--may', 'all'])).toMatchObject({
      code: 1,
      output: "--may is 'all': it accepts read, hearts, share\n",
    })
  })
})

describe('npm run fresco -- admin', () => {
  let service: Service
  beforeAll(async () => {
    service = await openService('SQLite')
  })
  afterAll(() => service.close())

  it.each([
    [['dance'], 2, "There is no command 'dance'"],
    [['block'], 2, 'block NAME'],
    [['list', '--loud'], 2, "Unknown option '--loud'"],
  ])('answers %j with code %i', async (args, code, text) => {
    const ran = await service.admin(args)
    expect(ran.code).toBe(code)
    expect(ran.output).toContain(text)
  })

  it('creates no database in a folder that has none', async () => {
    const { code, output } = await service.admin(['list'])
    expect(code).toBe(1)
    expect(output).toContain('there are no accounts in it yet')
    expect(existsSync(expectDefined(service.env.DATA_DIR))).toBe(false)
  })

  it('says where accounts at Clerk are managed', async () => {
    const env = {
      CLERK_SECRET_KEY: 'sk_live_x',
      CLERK_PUBLISHABLE_KEY: makePublishableKey(),
      CLERK_JWT_KEY: makeClerkKeys().jwtKey,
    }
    const { code, output } = await service.admin(['list'], { env })
    expect({ code, output }).toEqual({
      code: 1,
      output:
        'Accounts are at Clerk (CLERK_SECRET_KEY is set): manage them in the dashboard of Clerk\n',
    })
  })
})
