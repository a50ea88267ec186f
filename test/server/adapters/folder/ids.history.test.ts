import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PictureMemory, recognize } from '../../../../server/adapters/folder/ids.ts'
import type { FolderSource } from '../../../../server/adapters/folder/source.ts'
import { prepareAnswer } from '../../../../server/adapters/prepare-answer.ts'
import { createCatalogue } from '../../../../server/catalogue/packed/create-catalogue.ts'
import { findNamed } from '../../../../server/http/images/images-routes.ts'
import {
  createGoneFinder,
  findSpelled,
  groupBySpelling,
} from '../../../../shared/catalogue/spellings.ts'
import { withoutPictureExtension } from '../../../../shared/file-names.ts'
import { listWallpapers } from '../../../builders.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { inLongRun, isLongRun, runsOf } from '../../../long-run.ts'
import { firstHalf, plain } from '../sample-pictures.ts'
import { openFolder } from './harness.ts'

/** A folder on a disk or in memory. Paths may be those of files or of folders. */
interface Disk {
  paths(): readonly string[]
  rename(from: string, to: string): Promise<void>
  copy(from: string, to: string): Promise<void>
  /** Writes a new content that no file has ever had. A broken file is not a picture. */
  write(path: string, isBroken: boolean): Promise<void>
  remove(path: string): Promise<void>
}

interface Shown {
  id: string
  name: string
  path: string
  content: string
}

interface Step {
  kind:
    | 'rename'
    | 'swap'
    | 'leave'
    | 'come back'
    | 'copy'
    | 'write'
    | 'break'
    | 'remove'
    | 'restart'
  one: number
  other: number
  looksAfter: boolean
}

const folders = ['', 'a/', 'b/', 'usb/']
const names = ['lake.png', 'lake.webp', 'Lake.png', 'lake.png.jpg', 'lake.v2.png', 'dune.png']
const places = folders.flatMap((folder) => names.map((name) => `${folder}${name}`))
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind']>(
    ...([
      'rename',
      'swap',
      'leave',
      'come back',
      'copy',
      'write',
      'write',
      'break',
      'remove',
      'restart',
    ] as const),
  ),
  one: fc.nat(),
  other: fc.nat(),
  looksAfter: fc.boolean(),
})
const history = fc.array(step, { minLength: 5, maxLength: 40 })

// The folder lists no hidden names.
const away = '.away'

const createPlayer = (disk: Disk, among: readonly string[]) => {
  const at = (number: number) => among[number % among.length] ?? ''
  const foldersAway = new Set<string>()
  const swap = async (one: string, other: string) => {
    if (one === other) return
    const [hasOne, hasOther] = [has(one), has(other)]
    if (hasOne) await disk.rename(one, `${away}/swap`)
    if (hasOther) await disk.rename(other, one)
    if (hasOne) await disk.rename(`${away}/swap`, other)
  }
  const has = (path: string) =>
    disk.paths().some((each) => each === path || each.startsWith(`${path}/`))
  return async ({ kind, one, other }: Step) => {
    const [path, target] = [at(one), at(other)]
    const folder = (folders[1 + (one % 3)] ?? '').slice(0, -1)
    const to = (folders[1 + (other % 3)] ?? '').slice(0, -1)
    if (kind === 'write' || kind === 'break') await disk.write(path, kind === 'break')
    else if (kind === 'remove') await disk.remove(path)
    else if (kind === 'swap') await (one % 2 ? swap(path, target) : swap(folder, to))
    else if (kind === 'leave' && has(folder)) {
      const name = `${away}/${foldersAway.size}-${one}`
      foldersAway.add(name)
      await disk.rename(folder, name)
    } else if (kind === 'come back') {
      const [name] = foldersAway
      if (name === undefined || has(to)) return
      foldersAway.delete(name)
      await disk.rename(name, to)
    } else if (path !== target && has(path) && kind === 'rename') await disk.rename(path, target)
    else if (path !== target && has(path) && kind === 'copy') await disk.copy(path, target)
  }
}

interface Look {
  shown: readonly Shown[]
  listed: ReadonlySet<string>
  /** The contents of all files that the folder lists. */
  contents: readonly string[]
  find(text: string): string | undefined
}

/** Follows what each id and each name has shown, and lists what must never happen. */
const createWitness = () => {
  const last = new Map<string, { content: string; path: string; isListed: boolean }>()
  const owners = new Map<string, string>()
  return ({ shown, listed, contents, find }: Look): string[] => {
    for (const picture of last.values()) picture.isListed &&= listed.has(picture.path)
    const known = Map.groupBy(last, ([, { content }]) => content)
    const here = new Set(shown.map(({ id }) => id))
    const wrong = here.size === shown.length ? [] : ['An id has two pictures']
    for (const [content, files] of Map.groupBy(shown, (each) => each.content)) {
      const before = new Set(known.get(content)?.map(([id]) => id))
      const kept = files.filter(({ id }) => before.has(id)).length
      if (kept < Math.min(files.length, before.size)) wrong.push(`${content} has lost its id`)
    }
    for (const { id, name, path, content } of shown) {
      const before = last.get(id) ?? { content }
      // More files with the content that the id had than other ids with it: the picture has moved.
      const alike = contents.filter((each) => each === before.content)
      const others = known.get(before.content)?.filter(([other]) => other !== id) ?? []
      const hasMoved = alike.length > others.length
      const isEdit = 'path' in before && before.path === path && before.isListed && !hasMoved
      if (before.content !== content && !isEdit) wrong.push(`${id} shows another picture`)
      if ((owners.get(name) ?? id) !== id) wrong.push(`${name} shows another picture`)
      owners.set(name, id)
    }
    for (const { id, path, content } of shown) last.set(id, { content, path, isListed: true })
    // A text that is an id means the picture with this id, even if a file has the same name.
    for (const [name, id] of owners)
      if (
        !last.has(name) &&
        !last.has(withoutPictureExtension(name)) &&
        ![id, undefined].includes(find(name))
      )
        wrong.push(`${name} finds another picture`)
    for (const id of last.keys())
      for (const text of [id, `${id}.webp`, `${id}.jpg`])
        if (find(text) !== (here.has(id) ? id : undefined))
          wrong.push(`${text} finds another picture`)
    return wrong
  }
}

const createMemoryDisk = () => {
  const files = new Map<string, string>()
  let written = 0
  const inside = (path: string) =>
    [...files.keys()].filter((each) => each === path || each.startsWith(`${path}/`))
  const disk: Disk = {
    paths: () => [...files.keys()],
    rename: async (from, to) => {
      for (const path of inside(from)) {
        files.set(to + path.slice(from.length), files.get(path) ?? '')
        files.delete(path)
      }
    },
    copy: async (from, to) => void files.set(to, files.get(from) ?? ''),
    write: async (path, isBroken) =>
      void files.set(path, `${isBroken ? 'broken ' : ''}${written++}`),
    remove: async (path) => void files.delete(path),
  }
  return { disk, files }
}

/** The server may have read only a part of the files that have changed when somebody looks. */
const createLooker = (files: ReadonlyMap<string, string>) => {
  let memory: PictureMemory = new Map()
  const read = new Map<string, string>()
  return {
    restart: () => {
      memory = new Map(JSON.parse(JSON.stringify([...memory])))
    },
    look: (skips: (path: string) => boolean) => {
      const visible = [...files].filter(([path]) => !path.startsWith(away)).sort()
      const listed = visible.map(([path, content]) => {
        if (read.get(path) !== content && !skips(path)) read.set(path, content)
        const isRead = read.get(path) === content
        const isUsable = !content.startsWith('broken')
        return {
          path,
          hash: isRead && isUsable ? content : undefined,
          size: isRead && !isUsable ? undefined : 1,
        }
      })
      const found = recognize(memory, listed, 0)
      memory = found.memory
      const shown = listed.flatMap(({ path, hash: content }): Shown[] => {
        const picture = content === undefined ? undefined : found.pictures.get(path)
        return picture && content ? [{ id: picture.id, name: picture.names[0], path, content }] : []
      })
      return {
        shown,
        listed: new Set(files.keys()),
        contents: visible.map(([, content]) => content),
        find: createFinder(shown, memory),
      }
    },
  }
}

const createFinder = (shown: readonly Shown[], memory: PictureMemory) => {
  const rows = shown.map(({ id, name }) => ({ id, mainFile: name }))
  const byId = new Map(rows.map(({ id }, row) => [id, row]))
  const gone = [...memory.values()].flatMap(({ id, names: all }) =>
    all.slice(byId.has(id) ? 1 : 0).map((mainFile) => ({ id: byId.has(id) ? '' : id, mainFile })),
  )
  const spelled = groupBySpelling(rows)
  const listGone = createGoneFinder(gone)
  const at = (row: number) => expectDefined(rows[row])
  return (text: string) => {
    const row = findSpelled(text, {
      rowOfId: (id) => byId.get(id),
      listSpelled: (spelling) => spelled.get(spelling) ?? [],
      idAt: (row) => at(row).id,
      fileAt: (row) => at(row).mainFile,
      listGone,
    })
    return row === undefined ? undefined : at(row).id
  }
}

const playInMemory = async (steps: readonly Step[], { pictures = 0 } = {}) => {
  const { disk, files } = createMemoryDisk()
  const many = Array.from({ length: pictures }, (_, at) => `${folders[at % 4]}${at}.jpg`)
  for (const path of many) await disk.write(path, false)
  const looker = createLooker(files)
  const play = createPlayer(disk, [...places, ...many])
  const witness = createWitness()
  for (const each of steps) {
    await play(each)
    if (each.kind === 'restart') looker.restart()
    const skips = (path: string) => (path.length + each.other) % 3 === 0
    if (each.looksAfter) expect(witness(looker.look(skips))).toEqual([])
  }
}

const playOnDisk = async (steps: readonly Step[]) => {
  const { folder, start, close } = await openFolder()
  const paths = new Set<string>()
  let written = 0
  const at = (path: string) => join(folder, path)
  const move = async (from: string, to: string) => {
    await mkdir(dirname(at(to)), { recursive: true })
    await rename(at(from), at(to))
    for (const path of [...paths].filter((each) => each === from || each.startsWith(`${from}/`))) {
      paths.delete(path)
      paths.add(to + path.slice(from.length))
    }
  }
  const put = async (path: string, content: Buffer) => {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), content)
    paths.add(path)
  }
  const disk: Disk = {
    paths: () => [...paths],
    rename: move,
    copy: async (from, to) => put(to, await readFile(at(from))),
    write: async (path, isBroken) => {
      const color = `#${(++written).toString(16).padStart(6, '0')}`
      const content = await plain(color).png().toBuffer()
      await put(path, isBroken ? firstHalf(content) : content)
    },
    remove: async (path) => {
      await rm(at(path), { force: true })
      paths.delete(path)
    },
  }
  const look = async (source: FolderSource) => {
    const document = expectDefined(await source.read(undefined, new AbortController().signal))
    const { catalogue } = createCatalogue(document, prepareAnswer)
    const shown = listWallpapers(catalogue).map(async ({ id, mainFile }): Promise<Shown> => {
      const file = expectDefined(await source.find('main', mainFile))
      const content = (await readFile(file.path)).toString('hex')
      return { id, name: mainFile, path: relative(folder, file.path), content }
    })
    const visible = [...paths].filter((path) => !path.startsWith(away))
    const contents = visible.map(async (path) => (await readFile(at(path))).toString('hex'))
    return {
      shown: await Promise.all(shown),
      listed: new Set(paths),
      contents: await Promise.all(contents),
      find: (text: string) => findNamed(catalogue, text)?.wallpaper.id,
    }
  }
  let source = start()
  const play = createPlayer(disk, places)
  const witness = createWitness()
  for (const each of steps) {
    await play(each)
    if (each.kind === 'restart') source = start()
    if (each.looksAfter) expect(witness(await look(source))).toEqual([])
  }
  await close()
}

describe('the ids and addresses of a folder that changes in any way', () => {
  it('never show another picture', async () => {
    const property = fc.asyncProperty(history, (steps) => playInMemory(steps))
    await fc.assert(property, { numRuns: runsOf({ short: 300, long: 10_000 }) })
  })

  it('never show another picture of a folder on a disk', async () => {
    const property = fc.asyncProperty(history, playOnDisk)
    await fc.assert(property, { numRuns: isLongRun ? 50 : 5 })
  })

  inLongRun('never show another one of 30,000 pictures', async () => {
    const property = fc.asyncProperty(history, (steps) => playInMemory(steps, { pictures: 30_000 }))
    await fc.assert(property, { numRuns: 5, endOnFailure: true })
  })
})
