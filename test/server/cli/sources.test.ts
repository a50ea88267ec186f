import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diagnose } from '../../../server/cli/doctor.ts'
import { immichKey, startImmich } from '../../emulators/immich.ts'
import { startComposed } from '../../tools/servers/composed-app.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { makePicture } from '../sources/pulled/harness.ts'
import { runHere } from './admin-harness.ts'

let dir: string
let server: Awaited<ReturnType<typeof startImmich>>
let env: Record<string, string>
beforeAll(async () => {
  dir = await makeTempDir('sources')
  server = await startImmich(3)
  server.put([
    { id: 'lake', preview: await makePicture('#3A78C0') },
    { id: 'dune', preview: Buffer.from('no picture') },
  ])
  const immich = { IMMICH_URL: server.url, IMMICH_API_KEY: immichKey, IMMICH_TAKE: 'all' }
  env = { DATA_DIR: join(dir, 'data'), ...immich, FEEDS: `news=${server.url}/feed` }
})
afterAll(async () => {
  await server.stop()
  await removeDir(dir)
})

const run = (...args: string[]) => runHere(['sources', ...args], { env, cwd: dir })

describe('fresco sources', () => {
  it('says how many pictures each source has and what failed, also without a server', async () => {
    expect(await run()).toMatchObject({
      code: 0,
      stdout: 'news (FEEDS): not checked yet\nimmich (IMMICH_API_KEY): not checked yet\n',
    })
    const composed = await startComposed(env)
    const isDone = async () => !(await run()).stdout.includes('not checked')
    await expect.poll(isDone).toBe(true)
    await composed.stop()
    const { code, stdout } = await run()
    expect(stdout.replace(/\d{4}-.*? UTC/g, 'then')).toBe(
      [
        'news (FEEDS): 0 pictures, 0.0 MB, last checked at then',
        '  Problem: news refuses the login (401): check FEEDS',
        'immich (IMMICH_API_KEY): 1 picture, 0.0 MB, last checked at then',
        '  Could not be pulled: 1 picture, such as: immich sends a file that is not JPEG, PNG, WebP or AVIF',
        '',
      ].join('\n'),
    )
    expect(code).toBe(1)
    expect(JSON.parse((await run('--json')).stdout)[1].status).toMatchObject({ pictures: 1 })
    expect(composed.log() + stdout).not.toContain(immichKey)
  })

  it('has a doctor that names the permission a key lacks', async () => {
    const problems = async () =>
      (await diagnose({ ...env, FEEDS: '' }, undefined))
        .filter(({ level }) => level === 'problem')
        .map(({ text, advice }) => `${text} | ${advice}`)
    expect(await problems()).toEqual([])
    server.lack('asset.view')
    expect(await problems()).toEqual([
      'immich refuses access (403, the key lacks the permission asset.view) | correct IMMICH_API_KEY (docs/sources.md)',
    ])
  })
})
