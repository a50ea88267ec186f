import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, createAccountsApp, send } from '../../../accounts-app.ts'

type App = Awaited<ReturnType<typeof createAccountsApp>>

const join = (app: App, username: string, fields: object = {}) =>
  answer(
    send(app, 'POST', '/api/auth/sign-up/username', {
      username,
      password: 'correct horse',
      ...fields,
    }),
  )

describe('sign-up with invites', () => {
  let app: App
  beforeAll(async () => {
    app = await createAccountsApp({ signUpMode: 'invite' })
  })
  afterAll(() => app.close())

  const create = (days = 7, uses = 1) => app.invites.create({ days, uses })
  const expire = (id: string) =>
    app.handle.prepare('UPDATE "invite" SET "expiresAt" = 1 WHERE "id" = ?').run(id)

  it('stores a hash of the code and not the code', async () => {
    const { code } = await create()
    const rows = JSON.stringify(app.handle.prepare('SELECT * FROM "invite"').all())
    expect(Buffer.from(code, 'base64url')).toHaveLength(16)
    expect(rows).not.toContain(code)
  })

  it('says what is wrong with an invite, and never whether a username is taken', async () => {
    const [expired, used] = [await create(), await create()]
    expire(expired.id)
    expect((await join(app, 'taken', { invite: used.code })).status).toBe(200)
    for (const username of ['taken', 'free']) {
      const textOf = async (fields: object) => {
        const { status, body } = await join(app, username, fields)
        return `${status} ${body.error}`
      }
      expect(await textOf({})).toBe(
        '403 You need an invite to create an account: ask the operator for one',
      )
      expect(await textOf({ invite: 'made-up' })).toBe(
        '403 This invite does not exist: check the link, or ask for a new one',
      )
      expect(await textOf({ invite: expired.code })).toBe(
        '403 This invite has expired: ask for a new one',
      )
      expect(await textOf({ invite: used.code })).toBe(
        '403 This invite has already been used: ask for a new one',
      )
    }
  })

  it('lets as many people in as the invite has uses', async () => {
    const { code } = await create(7, 2)
    const names = ['many_1', 'many_2', 'many_3', 'many_4']
    const answers = await Promise.all(names.map((name) => join(app, name, { invite: code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const failed = answers.flatMap(({ status }, at) => (status === 403 ? (names[at] ?? '') : []))
    for (const username of failed) expect(await app.administration.find(username)).toBeUndefined()
  })

  it('keeps the use when the account could not be stored', async () => {
    const { code, id } = await create()
    app.handle.exec(
      `CREATE TRIGGER "full" BEFORE INSERT ON "session" BEGIN SELECT raise(ABORT, 'disk full'); END`,
    )
    expect((await join(app, 'unlucky', { invite: code })).status).toBe(500)
    app.handle.exec('DROP TRIGGER "full"')
    expect((await app.invites.list()).find((invite) => invite.id === id)?.usesLeft).toBe(1)
    expect((await join(app, 'unlucky', { invite: code })).status).toBe(200)
  })

  it('keeps the use when the username was reserved while the account was being stored', async () => {
    const { code, id } = await create()
    app.handle.exec(`CREATE TRIGGER "given_up" BEFORE INSERT ON "user"
      BEGIN INSERT INTO "reservedUsername" VALUES ('given_up', NULL, 9000000000000); END`)
    expect((await join(app, 'given_up', { invite: code })).status).toBe(409)
    app.handle.exec('DROP TRIGGER "given_up"')
    expect((await app.invites.list()).find((invite) => invite.id === id)?.usesLeft).toBe(1)
    expect(await app.administration.find('given_up')).toBeUndefined()
  })

  it('refuses invites of an administrator who was demoted, blocked or deleted', async () => {
    const invite = (await create()).code
    expect((await join(app, 'boss', { invite })).status).toBe(200)
    const boss = (await app.administration.find('boss'))?.id ?? ''
    await app.administration.promote(boss)
    const { code } = await app.invites.create({ days: 1, uses: 1, createdBy: boss })
    const isKnown = async () => (await app.invites.find(code)) !== undefined
    expect(await isKnown()).toBe(true)
    await app.administration.block(boss)
    expect(await isKnown()).toBe(false)
    await app.administration.unblock(boss)
    expect(await isKnown()).toBe(true)
    await app.administration.demote(boss)
    expect(await isKnown()).toBe(false)
    await app.administration.promote(boss)
    await app.users.delete(boss, Date.now())
    expect(await isKnown()).toBe(false)
  })
})

describe('sign-up on a closed server', () => {
  it('is refused, and people with an account still sign in', async () => {
    const app = await createAccountsApp({ signUpMode: 'closed' })
    const { code } = await app.invites.create({ days: 1, uses: 1 })
    const { status, body } = await join(app, 'anybody', { invite: code })
    expect({ status, body }).toEqual({
      status: 403,
      body: { error: 'Nobody can create an account on this server' },
    })
    const account = { username: 'member', password: 'correct horse' }
    await app.accounts.signUp({ ...account, name: '' })
    expect((await send(app, 'POST', '/api/auth/sign-in/username', account)).status).toBe(200)
    await app.close()
  })
})
