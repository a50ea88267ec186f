import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../../../server/config/config.ts'
import { chooseSource, openSource } from '../../../server/sources/open-source.ts'
import { publicUrl } from '../../test-app.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'

const atGithub = { GITHUB_OWNER: 'octo', GITHUB_REPO: 'wallpapers' }

describe('chooseSource', () => {
  it.each([
    ['folder', {}],
    ['folder', { WALLPAPERS_DIR: '/pictures' }],
    ['github', atGithub],
    ['github', { ...atGithub, WALLPAPERS_DIR: '/pictures' }],
  ])('chooses %s for %j', (name, env) => {
    expect(chooseSource(parseConfig(env)).name).toBe(name)
  })
})

describe('openSource', () => {
  let dir: string
  beforeAll(async () => {
    dir = await makeTempDir('sources')
    await mkdir(join(dir, 'pictures'))
  })
  afterAll(() => removeDir(dir))

  it.each([
    ['leaves out the metadata of a folder', true, { WALLPAPERS_DIR: 'pictures' }],
    ['leaves out the metadata of a repository', true, atGithub],
    [
      'keeps the metadata with PICTURE_METADATA=keep',
      false,
      { ...atGithub, PICTURE_METADATA: 'keep' },
    ],
    ['keeps the metadata of the pictures that come with Fresco', false, {}],
  ])('%s', async (_, isStripped, { WALLPAPERS_DIR, ...env }: Record<string, string>) => {
    const folder = WALLPAPERS_DIR && { WALLPAPERS_DIR: join(dir, WALLPAPERS_DIR) }
    const dataDir = await mkdtemp(join(dir, 'data-'))
    const log = pino({ level: 'silent' })
    const opened = await openSource(parseConfig({ ...env, ...folder }), { dataDir, publicUrl, log })
    expect(opened.publicPictures !== undefined).toBe(isStripped)
  })
})
