import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { createPasswordThread } from '../../../../server/accounts/store/password-thread.ts'

const password = 'ﬁne correct hörse'
const stored =
  '7cd328cb789fb1bb4850f693f3f64495:42ccc1d4aefa14cfdefe984824e17c50fc3b725f26d39910c630e6c92003ceab5a2b8ffc888b4b6e95f8f596d2f513f5926f38d3bf334519454d2ccfb509705b'

describe('createPasswordThread', () => {
  it('reads hashes of its own and those of an earlier start', async () => {
    const { hash, verify } = createPasswordThread()
    const own = await hash(password)
    expect(own).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
    for (const hash of [own, stored]) {
      expect(await verify({ hash, password })).toBe(true)
      expect(await verify({ hash, password: 'another' })).toBe(false)
    }
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
