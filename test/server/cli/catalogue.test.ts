import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageDir } from '../../tools/servers/programs.ts'
import { startServer } from '../../tools/servers/start-server.ts'
import { makeTempDir, removeDir } from '../../tools/temp-dir.ts'
import { firstHalf } from '../adapters/sample-pictures.ts'
import { runAdmin } from './admin-harness.ts'

const file = resolve(import.meta.dirname, '../../../server/cli/catalogue.ts')
const main = resolve(import.meta.dirname, '../../../server/sample/main')

let dir: string
beforeAll(async () => {
  dir = await makeTempDir('catalogue-check')
  const plain = join(dir, 'plain')
  await mkdir(join(plain, 'sub'), { recursive: true })
  const dawn = sharp(join(main, 'alpine-dawn.jpg'))
  const resized = await dawn.resize(1920, 1080).jpeg().toBuffer()
  await writeFile(join(plain, 'dawn.jpg'), resized)
  await writeFile(
    join(plain, 'sub', 'dawn-small.webp'),
    await sharp(resized).resize(800).webp().toBuffer(),
  )
  await copyFile(join(main, 'long-arches.jpg'), join(plain, 'arches.png'))
  await copyFile(join(main, 'long-arches.jpg'), join(plain, 'arches-old.jpg'))
  await writeFile(join(plain, 'cut.jpg'), firstHalf(resized))
  await writeFile(join(plain, 'dawn.jpg.json'), '{"credit":"Ada L.","license":"CC BY 4.0"}')
  await writeFile(join(plain, 'arches.json'), '{"titel":"Arches"}')
})
afterAll(() => removeDir(dir))

const check = (...args: string[]) =>
  runAdmin(args, { env: { DATA_DIR: join(dir, 'data') }, cwd: dir, file })

describe('npm run fresco -- catalogue check', () => {
  it('reports what is wrong with a folder of pictures', async () => {
    const { code, stdout } = await check('check', 'plain')
    expect(code).toBe(1)
    expect(stdout).toContain('plain has no index.json and 4 usable pictures')
    const sections = stdout.trimEnd().split('\n\n').slice(1)
    expect(sections).toEqual([
      expect.stringMatching(/^Broken files: 1\n {2}cut\.jpg: it is not a usable picture/),
      expect.stringMatching(/^Files beside .+: 1\n {2}arches\.png: arches\.json .+ unknown field/),
      expect.stringMatching(/^Duplicates: 2\n {2}keep arches-old\.jpg \(.+\), not arches\.png/),
      'Smaller than 1280 x 720: 1\n  sub/dawn-small.webp (800 x 450)',
      'Wrong extensions: 1\n  arches.png: the picture is a jpg',
      expect.stringContaining('Without title: '),
      expect.stringContaining('Without description: '),
      expect.stringContaining('Without tags: '),
      'Without credit: 3\n  arches-old.jpg\n  arches.png\n  sub/dawn-small.webp',
      'Without license: 3\n  arches-old.jpg\n  arches.png\n  sub/dawn-small.webp',
    ])
    expect(stdout).toContain('keep dawn.jpg (1920 x 1080), not sub/dawn-small.webp (800 x 450)\n')
  })

  it('lists the first 20 of a kind, or all', async () => {
    await mkdir(join(dir, 'many'))
    for (let at = 0; at < 21; at++) await writeFile(join(dir, 'many', `${at}.txt`), '')
    expect((await check('check', 'many')).stdout).toMatch(/and 1 more, which --all lists\n$/)
    expect((await check('check', 'many', '--all')).stdout).not.toContain('more')
  })

  it('compares a catalogue with its index', async () => {
    const folder = join(dir, 'indexed')
    await mkdir(join(folder, 'main'), { recursive: true })
    for (const name of ['alpine-dawn.jpg', 'arches-of-light.jpg'])
      await copyFile(join(main, name), join(folder, 'main', name))
    const rows = [
      {
        file_name: 'alpine-dawn',
        file_main_name: 'alpine-dawn.jpg',
        width: 3840,
        height: 2160,
        credit: 'Ada L.',
        description: 'Mountains',
        data: { tags: ['snow'] },
      },
      {
        file_name: 'gone',
        file_main_name: 'gone.jpg',
        data: { luminance: 0.3, tags: ['fog'] },
      },
      { file_name: 'nameless' },
    ]
    await writeFile(join(folder, 'index.json'), JSON.stringify(rows))
    const { code, stdout } = await check('check', 'indexed')
    expect(code).toBe(1)
    expect(stdout).toContain('indexed has an index.json and 2 usable pictures')
    expect(stdout.trimEnd().split('\n\n').slice(1)).toEqual([
      'Rows without a file: 1\n  gone',
      'Rows of more than 16 KB, or without an id or a file name: 1\n  row 3',
      'Files without a row: 1\n  arches-of-light.jpg',
      'Rows without a size: 1\n  gone',
      'Rows without a tone (luminance): 1\n  alpine-dawn',
      'Without description: 1\n  gone',
      'Without credit: 1\n  gone',
      'Without license: 2\n  alpine-dawn\n  gone',
    ])
    await writeFile(join(folder, 'index.json'), '{}')
    const bad = await check('check', 'indexed')
    expect(bad).toMatchObject({ code: 1 })
    expect(bad.output).toContain("The catalogue's index.json is not a JSON array")
  })

  it('follows links as the server does, and says what it did not look at', async () => {
    await mkdir(join(dir, 'nas/#recycle'), { recursive: true })
    await mkdir(join(dir, 'else'))
    for (const path of ['nas/a.jpg', 'nas/#recycle/b.jpg', 'nas/draft.jpg', 'else/c.jpg'])
      await copyFile(join(main, 'lime-veil.jpg'), join(dir, path))
    for (const name of ['.DS_Store', 'd.heic', 'e.HEIC', 'f.tif', 'notes.txt'])
      await writeFile(join(dir, 'nas', name), 'words')
    await writeFile(join(dir, 'nas/.frescoignore'), 'draft*')
    await symlink(join(dir, 'else'), join(dir, 'nas/linked'))
    await symlink('/usr', join(dir, 'nas/out'))
    const env = { WALLPAPERS_LINKS: join(dir, 'else'), DATA_DIR: join(dir, 'data') }
    const { code, stdout } = await runAdmin(['check', 'nas'], { env, cwd: dir, file })
    expect(code).toBe(0)
    expect(stdout).toContain('nas has no index.json and 2 usable pictures')
    expect(stdout.split('\n\n').slice(-6)).toEqual([
      'Recycle bins, thumbnails and other folders of the system: 1\n  #recycle',
      'Hidden: 1\n  .DS_Store',
      'Left out by .frescoignore: 1\n  draft.jpg',
      'Not used: 1\n  out: it leads to /usr. To show that folder, add it to WALLPAPERS_LINKS',
      'Pictures in other formats (2 .heic, 1 .tif): 3\n  d.heic\n  e.HEIC\n  f.tif',
      'Not pictures: 1\n  notes.txt\n',
    ])
  })

  it('lets the running server read every file again', async () => {
    const env = { WALLPAPERS_DIR: join(dir, 'served'), DATA_DIR: join(dir, 'served-data') }
    await mkdir(env.WALLPAPERS_DIR)
    const refresh = () => runAdmin(['refresh'], { env, cwd: dir, file })
    const server = await startServer({ env })
    await copyFile(join(main, 'lime-veil.jpg'), join(dir, 'served/lime-veil.jpg'))
    const { code, stdout } = await refresh()
    await server.stop()
    expect(stdout).toMatch(/^The server has read its catalogue again: 1 wallpaper, [01] before\n$/)
    expect(code).toBe(0)
  })

  it('finds nothing in a good folder', async () => {
    await mkdir(join(dir, 'good'))
    await copyFile(join(main, 'lime-veil.jpg'), join(dir, 'good', 'lime-veil.jpg'))
    const { code, stdout } = await check('check', 'good')
    expect(code).toBe(0)
    expect(stdout).toMatch(/good has no index\.json and 1 usable picture\nNo problems were found\n/)
  })

  it('says what is wrong with the command line', async () => {
    expect(await check('check', 'nowhere')).toMatchObject({ code: 1 })
    expect(await check('check')).toMatchObject({ code: 2 })
    expect(await check('check', 'plain', '--jsom')).toMatchObject({ code: 2 })
    const { code, stdout } = await check('--help')
    expect(code).toBe(0)
    const called = packageDir ? 'fresco catalogue' : 'npm run fresco -- catalogue'
    expect(stdout).toContain(`Usage: ${called} check <folder> [OPTIONS]`)
  })
})
