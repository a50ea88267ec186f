import { readFile } from 'node:fs/promises'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { describe, expect, it } from 'vitest'
import { createPasswordThread } from '../../../../server/accounts/store/password-thread.ts'

const password = 'ﬁne correct hörse'

describe('createPasswordThread', () => {
  it('reads and writes the format of better-auth', async () => {
    const { hash, verify } = createPasswordThread()
    const ours = await hash(password)
    expect(await verifyPassword({ hash: ours, password })).toBe(true)
    const theirs = await hashPassword(password)
    expect(await verify({ hash: theirs, password })).toBe(true)
    expect(await verify({ hash: theirs, password: 'another' })).toBe(false)
    expect(await verify({ hash: '', password })).toBe(false)
  })

  it('reads a file in less time than one hash takes, while many passwords are hashed', async () => {
    const { hash } = createPasswordThread()
    await hash('warm up')
    let hashed = 0
    const all = Array.from({ length: 8 }, async () => {
      await hash(password)
      hashed += 1
    })
    await readFile(import.meta.filename)
    expect(hashed).toBeLessThan(4)
    await Promise.all(all)
  })
})
