import { appendFile, chmod, mkdir, rename, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareAnswer } from '../../../../server/adapters/prepare-answer.ts'
import { createPictureWork } from '../../../../server/adapters/sharp/picture-work.ts'
import { createCatalogue } from '../../../../server/catalogue/packed/create-catalogue.ts'
import type { CatalogueSource } from '../../../../server/catalogue/source.ts'
import { hourMs } from '../../../../shared/days.ts'
import { listWallpapers, toPlainDocument } from '../../../builders.ts'
import { firstHalf, landscape, noise, pixelBomb, plain } from '../sample-pictures.ts'
import { openFolder, type TestFolder } from './harness.ts'

let folder: TestFolder
beforeEach(async () => {
  folder = await openFolder()
})
afterEach(() => folder.close())

const signal = new AbortController().signal
const readAll = async (source: CatalogueSource) => {
  const document = await source.read(undefined, signal)
  if (document === undefined) throw new Error('the source has no document')
  const { catalogue } = createCatalogue(document, prepareAnswer)
  return {
    document: toPlainDocument(document),
    catalogue,
    ids: listWallpapers(catalogue).map(({ id }) => id),
  }
}

describe('createFolderSource on plain pictures', () => {
  it('makes the index from the content of the pictures', async () => {
    const picture = await landscape().jpeg().toBuffer()
    await folder.put('nature/alps/blue-lake.jpg', picture)
    const { document, catalogue } = await readAll(folder.start())
    expect(catalogue.find('blue-lake')).toMatchObject({
      title: 'Blue lake',
      category: 'nature',
      orientation: 'landscape',
      width: 640,
      height: 400,
      mainFile: 'nature/alps/blue-lake.jpg',
      fileSize: picture.length,
      cacheFile: 'blue-lake.webp',
      primaryColors: ['blue', 'green'],
      tags: ['alps'],
      createdAt: expect.any(String),
      placeholder: expect.any(String),
    })
    expect(document.tags).toEqual([{ colors: expect.arrayContaining(['blue', 'green']) }])
  })

  it.each([
    ['wallpapers', 'lake.png', 'uncategorised'],
    ['Nature', 'lake.png', 'nature'],
    ['wallpapers', 'Unknown/lake.png', 'uncategorised'],
    ['wallpapers', 'Fast Cars/red/one.png', 'fast-cars'],
    ['wallpapers', 'E\u0301te\u0301/one.png', '\u00e9t\u00e9'],
  ])('in %s puts %s into the category %s', async (name, path, category) => {
    const named = await openFolder(name)
    await named.putPicture(path)
    const { catalogue } = await readAll(named.start())
    expect(listWallpapers(catalogue).map((wallpaper) => wallpaper.category)).toEqual([category])
    await named.close()
  })

  it('reads every picture format, whatever the case of its extension, and nothing else', async () => {
    await folder.put('a.JPG', await plain('#FFFFFF').jpeg().toBuffer())
    await folder.put('b.jpeg', await plain('#FFFFFF').jpeg().toBuffer())
    await folder.put('c.PNG', await plain('#FFFFFF').png().toBuffer())
    await folder.put('d.webp', await plain('#FFFFFF').webp().toBuffer())
    await folder.put('e.Avif', await plain('#FFFFFF').avif({ effort: 0 }).toBuffer())
    await folder.put('f.jfif', await plain('#FFFFFF').jpeg().toBuffer())
    await folder.put('g.JPE', await plain('#FFFFFF').jpeg().toBuffer())
    for (const name of ['h.gif', 'i.HEIC', 'j.heic', 'README.md']) await folder.put(name, 'words')
    await folder.putPicture('.hidden.png')
    await folder.putPicture('.trash/old.png')
    const source = folder.start()
    expect((await readAll(source)).ids).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    await readAll(source)
    expect(folder.lines).toEqual([
      'Pictures in formats that are not shown: 1 .gif, 2 .heic',
      'Measured all 7 pictures',
    ])
  })

  it('leaves out recycle bins, thumbnails and earlier versions, also as the targets of links', async () => {
    await folder.putPicture('nas/holiday.png')
    const bins = ['#recycle', '@Recycle', '$Recycle.Bin/S-1-5', '.Trash-1000/files', '#snapshot/d1']
    for (const bin of [...bins, '@eaDir/holiday.png', 'lost+found'])
      await folder.putPicture(`nas/${bin}/deleted.png`)
    await symlink('#recycle/deleted.png', join(folder.folder, 'nas/alias.png'))
    await symlink('.Trash-1000/files/deleted.png', join(folder.folder, 'nas/other.png'))
    const linkFolders = [await folder.putOutside('else/.stversions/old.png')]
    await symlink(join(folder.base, 'else/.stversions/old.png'), join(folder.folder, 'old.png'))
    const source = folder.start({ linkFolders })
    expect((await readAll(source)).ids).toEqual(['holiday'])
    expect(await source.find('main', 'nas/#recycle/deleted.png')).toBeUndefined()
    const skipped = folder.lines.filter((line) => line.startsWith('Skipped'))
    expect(skipped.map((line) => line.split(': ')[0]).sort()).toEqual([
      'Skipped nas/alias.png',
      'Skipped nas/other.png',
      'Skipped old.png',
    ])
  })

  it('logs one line for each unusable file and repeats none', async () => {
    await folder.putPicture('good.png')
    await folder.put('text.jpg', 'not a picture at all')
    await folder.put('truncated.png', firstHalf(await noise().png().toBuffer()))
    await folder.put('empty.webp', '')
    await folder.put('bomb.png', await pixelBomb())
    await folder.put('a:b.png', await plain('#FFFFFF').png().toBuffer())
    await mkdir(join(folder.folder, 'folder.jpg'))
    await symlink(join(folder.folder, 'nowhere.png'), join(folder.folder, 'dangling.png'))
    const source = folder.start()
    expect((await readAll(source)).ids).toEqual(['good'])
    const skipped = folder.lines.filter((line) => line.startsWith('Skipped'))
    expect(skipped.map((line) => line.split(/ |: /)[1]).sort()).toEqual([
      'a:b.png',
      'bomb.png',
      'dangling.png',
      'empty.webp',
      'folder.jpg',
      'text.jpg',
      'truncated.png',
    ])
    const lines = [...folder.lines]
    await readAll(source)
    await readAll(source)
    expect(folder.lines).toEqual(lines)
  })

  it('skips a picture that takes too much memory with one line that names the setting', async () => {
    await folder.putPicture('good.png')
    const interlaced = plain('#FFFFFF', 900, 900).png({ progressive: true })
    await folder.put('huge.png', await interlaced.toBuffer())
    const source = folder.start({ work: createPictureWork({ memoryBytes: 12_000_000 }) })
    for (let n = 0; n < 3; n += 1) expect((await readAll(source)).ids).toEqual(['good'])
    expect(folder.lines.filter((line) => line.startsWith('Skipped'))).toEqual([
      'Skipped huge.png: it takes about 13 MB of memory to open, and PICTURE_MEMORY_MB allows 12 MB',
    ])
  })

  it('reads a broken file once it is repaired', async () => {
    const whole = await noise().png().toBuffer()
    await folder.put('slow.png', firstHalf(whole))
    const source = folder.start()
    expect((await readAll(source)).ids).toEqual([])
    await folder.put('slow.png', whole)
    expect((await readAll(source)).ids).toEqual(['slow'])
  })

  it.each([
    ['when it is asked for all pictures', undefined],
    ['after the next look at the folder', 'other'],
  ])('reads a picture again %s if the disk failed', async (_, version) => {
    await folder.putPicture('lake.png')
    await folder.put('broken.png', 'no picture')
    let now = 0
    let isFailing = true
    const work = createPictureWork()
    const run: typeof work.run = async (job) => {
      if (isFailing) throw Object.assign(new Error('i/o error'), { code: 'EIO' })
      return work.run(job)
    }
    const source = folder.start({ work: { ...work, run }, elapsed: () => now })
    const { signal } = new AbortController()
    expect((await source.read(undefined, signal))?.count).toBe(0)
    isFailing = false
    now += hourMs
    expect((await source.read(version, signal))?.count).toBe(1)
    const skipped = folder.lines.filter((line) => line.startsWith('Skipped'))
    expect(skipped).toHaveLength(2)
    expect(skipped).toContain('Skipped lake.png: it cannot be opened (EIO)')
  })

  it('does not complain about a file that is still being written', async () => {
    await folder.put('growing.png', firstHalf(await noise().png().toBuffer()), new Date())
    const source = folder.start()
    await readAll(source)
    expect(folder.lines.filter((line) => line.startsWith('Skipped'))).toEqual([])
  })

  it.skipIf(process.getuid?.() === 0)(
    'skips unreadable files until they become readable',
    async () => {
      const path = await folder.putPicture('secret.png')
      await folder.putPicture('closed/door.png')
      await chmod(path, 0)
      await chmod(join(folder.folder, 'closed'), 0)
      const source = folder.start()
      expect((await readAll(source)).ids).toEqual([])
      expect(folder.lines).toEqual([
        'Skipped closed: the folder cannot be opened',
        'Skipped secret.png: it cannot be opened (EACCES)',
      ])
      await chmod(path, 0o644)
      await chmod(join(folder.folder, 'closed'), 0o755)
      expect((await readAll(source)).ids).toEqual(['door', 'secret'])
    },
  )

  it('follows links inside the folder, but none that lead out of it', async () => {
    const outside = join(folder.base, 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'secret.png'), await plain('#FFFFFF').png().toBuffer())
    await folder.putPicture('real.png')
    await symlink(join(outside, 'secret.png'), join(folder.folder, 'secret.png'))
    await symlink(outside, join(folder.folder, 'out'))
    await symlink('.', join(folder.folder, 'loop'))
    await symlink('real.png', join(folder.folder, 'alias.png'))
    expect((await readAll(folder.start())).ids).toEqual(['alias', 'real'])
  })

  it('follows a link to a folder that the operator allows, and shows no folder twice', async () => {
    const { base } = folder
    const linkFolders = [await folder.putOutside('else/nature/deep/lake.png')]
    await folder.putOutside('secret/hidden.png')
    await folder.putPicture('own/real.png')
    const links = {
      again: join(base, 'else/nature/deep'),
      circle: '.',
      inside: 'own',
      nature: join(base, 'else/nature'),
      out: join(base, 'secret'),
    }
    for (const [name, target] of Object.entries(links))
      await symlink(target, join(folder.folder, name))
    await symlink(join(base, 'else'), join(base, 'else/nature/back'))
    const source = folder.start({ linkFolders })
    const { catalogue } = await readAll(source)
    expect(listWallpapers(catalogue).map(({ mainFile }) => mainFile)).toEqual([
      'again/lake.png',
      'own/real.png',
    ])
    expect(await source.find('main', 'again/lake.png')).toHaveProperty(
      'path',
      join(base, 'else/nature/deep/lake.png'),
    )
    expect(folder.lines.filter((line) => line.includes('not used'))).toEqual([
      `circle is not used: the pictures of ${folder.folder} are shown already`,
      `inside is not used: the pictures of ${folder.folder}/own are shown already, as own/`,
      `nature/deep is not used: the pictures of ${base}/else/nature/deep are shown already, as again/`,
      `out is not used: it leads to ${base}/secret. To show that folder, add it to WALLPAPERS_LINKS`,
      `nature/back/nature is not used: the pictures of ${base}/else/nature are shown already, as nature/`,
    ])
    const lines = [...folder.lines]
    await readAll(source)
    expect(folder.lines).toEqual(lines)
  })

  it('lists no picture of the data folder, even if that is inside the folder of pictures', async () => {
    await folder.putPicture('real.png')
    await folder.putPicture('data/renditions/resized.png')
    const dataDir = join(folder.folder, 'data')
    expect((await readAll(folder.start({ dataDir }))).ids).toEqual(['real'])
  })

  it('reads a picture again that was written with its old size and time, and not one whose rights changed', async () => {
    const [white, black] = await Promise.all(
      ['#FFFFFF', '#000000'].map(async (color) => {
        const picture = await plain(color).png().toBuffer()
        return Buffer.concat([picture, Buffer.alloc(1_000 - picture.length)])
      }),
    )
    const source = folder.start()
    const read = async () => {
      const { catalogue, document } = await readAll(source)
      const file = await source.find('main', 'lake.png')
      const { color } = catalogue.find('lake') ?? {}
      return {
        color,
        version: document.version,
        hash: file && source.hashOf(file.path, file),
      }
    }
    const path = await folder.put('lake.png', white ?? '')
    const before = await read()
    expect(before).toMatchObject({ color: '#FFFFFF', hash: expect.any(String) })
    await chmod(path, 0o600)
    expect(await read()).toEqual(before)
    await folder.put('lake.png', black ?? '')
    const after = await read()
    expect(after).toMatchObject({ color: '#000000', hash: expect.any(String) })
    expect(after.hash).not.toBe(before.hash)
    await folder.put('lake.png', Buffer.alloc(1_000))
    expect(await read()).toMatchObject({ color: undefined })
  })
})

describe('.frescoignore', () => {
  it('leaves out what its patterns name, in its folder and below', async () => {
    const paths = [
      'a.png',
      'private/b.png',
      'trip/Draft-1.png',
      'trip/keep/draft-2.png',
      'raw/c.png',
    ]
    for (const path of paths) await folder.putPicture(path)
    await folder.put('.frescoignore', '# not these\n/raw/\nprivate/\n\ndraft-*\n')
    await folder.put('trip/.frescoignore', '!keep/draft-*')
    await symlink(join(folder.folder, 'raw/c.png'), join(folder.folder, 'best.png'))
    expect((await readAll(folder.start())).ids).toEqual(['a', 'best', 'draft-2'])
  })

  it('compares names in any Unicode form', async () => {
    await folder.putPicture('e\u0301te\u0301/a.png')
    await folder.put('.frescoignore', '\u00e9t\u00e9')
    expect((await readAll(folder.start())).ids).toEqual([])
  })

  it.each([
    ['is larger than 16 KB', '#'.repeat(16_001)],
    ['has more than 200 lines', '*.png\n'.repeat(200)],
    ['has a line of more than 255 characters', '*'.repeat(256)],
    ['is not UTF-8', Buffer.from('*.png\n\xe9', 'latin1')],
  ])('is not used if it %s, which costs only itself', async (reason, content) => {
    await folder.putPicture('a.png')
    await folder.putPicture('sub/b.png')
    await folder.putPicture('sub/c.png')
    await folder.put('.frescoignore', 'c.png')
    await folder.put('sub/.frescoignore', content)
    expect((await readAll(folder.start())).ids).toEqual(['a', 'b'])
    expect(folder.lines).toContain(`sub/.frescoignore is not used: it ${reason}`)
  })

  it('is not used if it is a folder', async () => {
    await folder.putPicture('.frescoignore/a.png')
    await folder.putPicture('b.png')
    expect((await readAll(folder.start())).ids).toEqual(['b'])
  })
})

describe('createFolderSource on many pictures', () => {
  const colors = ['#FF0000', '#00FF00', '#0000FF', '#FFFFFF', '#000000', '#FFA500', '#800080']
  const putMany = () =>
    Promise.all(colors.map((color, at) => folder.putPicture(`picture-${at}.png`, color)))

  it('returns the measured pictures when the time is up and continues at the next read', async () => {
    await putMany()
    const source = folder.start({ budgetMs: 0 })
    const first = await readAll(source)
    expect(first.ids.length).toBeGreaterThan(0)
    expect(first.ids.length).toBeLessThan(colors.length)
    expect(folder.lines).toEqual([])
    const second = await readAll(source)
    expect(second.ids.length).toBeGreaterThan(first.ids.length)
    expect(second.document.version).not.toBe(first.document.version)
  })

  it('measures for longer if it takes long until the next read', async () => {
    await putMany()
    let now = 0
    const source = folder.start({ budgetMs: 0, elapsed: () => now })
    expect((await readAll(source)).ids.length).toBeLessThan(colors.length)
    now += 1_000
    expect((await readAll(source)).ids).toHaveLength(colors.length)
  })

  it('uses the stored measurements after a restart', async () => {
    await putMany()
    const before = await readAll(folder.start())
    folder.lines.length = 0
    const cache = join(folder.base, 'data/pictures.json')
    // Writing the file replaces it.
    const { ino } = await stat(cache)
    const after = await readAll(folder.start({ budgetMs: 0 }))
    expect(after.document).toEqual(before.document)
    expect(folder.lines).toEqual([])
    expect((await stat(cache)).ino).toBe(ino)
  })

  it.each(['', '{', '[]', '{"version":0}'])(
    'starts from the beginning when its cache holds %j',
    async (text) => {
      await putMany()
      await mkdir(join(folder.base, 'data'))
      await writeFile(join(folder.base, 'data/pictures.json'), text)
      expect((await readAll(folder.start())).ids).toHaveLength(colors.length)
    },
  )

  const idsFile = () => join(folder.base, 'data/ids.jsonl')

  it('waits while the stored ids cannot be read, and does not replace them', async () => {
    const file = await folder.putPicture('lake.png')
    await readAll(folder.start())
    await rename(file, join(folder.folder, 'dune.png'))
    await rename(idsFile(), `${idsFile()}.away`)
    await mkdir(idsFile())
    const source = folder.start()
    await expect(readAll(source)).rejects.toThrow('could not be read')
    await rmdir(idsFile())
    await rename(`${idsFile()}.away`, idsFile())
    expect((await readAll(source)).ids).toEqual(['lake'])
  })

  it('counts the damaged lines of the stored ids in the log, and uses the other lines', async () => {
    const file = await folder.putPicture('lake.png')
    await readAll(folder.start())
    await rename(file, join(folder.folder, 'dune.png'))
    await appendFile(idsFile(), '{"id":"broken')
    expect((await readAll(folder.start())).ids).toEqual(['lake'])
    expect(folder.lines.join()).toContain('Left out 1 damaged lines')
  })

  it('remembers pictures that went while the clock was in 1970', async () => {
    const file = await folder.putPicture('lake.png')
    await folder.putPicture('other.png', '#102030')
    const source = folder.start({ clock: () => 5_000 })
    await readAll(source)
    await rename(file, join(folder.base, 'away.png'))
    await readAll(source)
    await rename(join(folder.base, 'away.png'), join(folder.folder, 'dune.png'))
    expect((await readAll(folder.start())).ids.sort()).toEqual(['lake', 'other'])
  })

  it('reserves the id of a picture whose row is too large', async () => {
    const path = `${`${'"'.repeat(250)}/`.repeat(15)}lake`
    await folder.putPicture(`${path}.png`)
    await folder.putPicture('other.png', '#102030')
    const source = folder.start()
    expect((await readAll(source)).ids.sort()).toEqual(['lake', 'other'])
    const long = '漢'.repeat(480)
    const tags = Array.from({ length: 15 }, (_, at) => `${10 + at}${'漢'.repeat(48)}`)
    const texts = { title: long, description: long, credit: long, license: long, category: long }
    await folder.put(`${path}.json`, JSON.stringify({ ...texts, tags }))
    const { ids, document } = await readAll(source)
    expect(ids).toEqual(['other'])
    expect(document.gone).toMatchObject([{ id: 'lake' }])
    expect(await source.find('main', `${path}.png`)).toBeUndefined()
  })

  it('works without a writable cache folder and logs that once', async () => {
    await putMany()
    await writeFile(join(folder.base, 'data'), 'a file where the folder should be')
    const source = folder.start()
    expect((await readAll(source)).ids).toHaveLength(colors.length)
    await folder.putPicture('one-more.png')
    await readAll(source)
    const failures = folder.lines.filter((line) => line.includes('could not be stored'))
    expect(failures.map((line) => line.split(' could')[0])).toEqual([
      'The ids of pictures',
      'The measurements',
    ])
  })
})
