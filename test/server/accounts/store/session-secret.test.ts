import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOrCreateSecret } from '../../../../server/accounts/store/session-secret.ts'
import { makeTempDir, removeDir } from '../../../tools/temp-dir.ts'

const script = new URL('../../../../server/accounts/store/session-secret.ts', import.meta.url).href

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

  it.skipIf(process.platform === 'win32')(
    'leaves nothing behind where it finds no room',
    async () => {
      const path = join(dir, 'session-secret')
      const code = `(await import('${script}')).readOrCreateSecret('${path}')`
      // Runs a program with a file size limit of 0 bytes. As on a full disk, it can open a file but
      // cannot write to it.
      const limited = 'ulimit -f 0; trap "" XFSZ; exec "$0" --input-type=module -e "$1"'
      const { status, stderr } = spawnSync('sh', ['-c', limited, process.execPath, code])
      expect({ status, isTooLarge: String(stderr).includes('EFBIG') }).toEqual({
        status: 1,
        isTooLarge: true,
      })
      expect(await readdir(dir)).toEqual([])
    },
  )
})
