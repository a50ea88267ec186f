import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../../server/config/config.ts'
import { requireFolders, requireWritable } from '../../../server/process/require-folders.ts'

const of = (WALLPAPERS_DIR: string, ...WALLPAPERS_LINKS: string[]) => ({
  WALLPAPERS_DIR,
  WALLPAPERS_LINKS,
})

describe('requireFolders and requireWritable', () => {
  it.each([
    ["WALLPAPERS_DIR is '/nowhere'", () => requireFolders(of('/nowhere'))],
    ["WALLPAPERS_DIR is '/etc/passwd'", () => requireFolders(of('/etc/passwd'))],
    ["WALLPAPERS_LINKS is '/nowhere'", () => requireFolders(of('/', '/nowhere'))],
    ["DATA_DIR is '/dev/null/data'", () => requireWritable('/dev/null/data')],
  ])('say that %s, and what is accepted', (problem, work) => {
    expect(work).toThrow(ConfigError)
    expect(work).toThrow(new RegExp(`^${problem}: it accepts (a folder|folders) that .+`))
  })
})
