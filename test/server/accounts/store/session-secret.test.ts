import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOrCreateSecret } from '../../../../server/accounts/store/session-secret.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

describe('readOrCreateSecret', () => {
  let dir: string
  beforeEach(async () => {
    dir = await makeTempDir('secret')
  })
  afterEach(() => removeDir(dir))

  it('makes one secret, and reads it from then on', async () => {
    const path = join(dir, 'session-secret')
    const secret = readOrCreateSecret(path)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(readOrCreateSecret(path)).toBe(secret)
    expect(await readdir(dir)).toEqual(['session-secret'])
  })
})
