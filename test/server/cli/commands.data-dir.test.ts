import { describe, expect, it } from 'vitest'
import { toDataDir } from '../../../server/cli/commands.ts'

describe('toDataDir', () => {
  it.each([
    ['linux', {}, '/home/ada/.local/share/fresco'],
    ['linux', { XDG_DATA_HOME: '/srv/ada' }, '/srv/ada/fresco'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/fresco'],
    ['darwin', {}, '/home/ada/Library/Application Support/fresco'],
  ] as const)('follows the convention of %s with %o', (platform, env, dir) => {
    expect(toDataDir(platform, env, '/home/ada')).toBe(dir)
  })

  it('follows the convention of Windows', () => {
    const home = 'C:\\Users\\ada'
    expect(toDataDir('win32', {}, home)).toBe('C:\\Users\\ada\\AppData\\Local\\fresco')
    expect(toDataDir('win32', { LOCALAPPDATA: 'D:\\local' }, home)).toBe('D:\\local\\fresco')
  })
})
