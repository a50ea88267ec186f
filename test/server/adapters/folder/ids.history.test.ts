import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PictureMemory, recognize } from '../../../../server/adapters/folder/ids.ts'
import {
  createGoneFinder,
  findSpelled,
  groupBySpelling,
} from '../../../../shared/catalogue/spellings.ts'
import { withoutPictureExtension } from '../../../../shared/file-names.ts'
import { expectDefined } from '../../../expect-defined.ts'
import { inLongRun, runsOf } from '../../../long-run.ts'

type Disk = ReturnType<typeof createMemoryDisk>

interface Shown {
  id: string
  name: string
  path: string
  content: string
}

const kinds = [
  ...(['rename', 'swap', 'leave', 'come back', 'copy'] as const),
  ...(['write', 'write', 'break', 'remove', 'restart'] as const),
]

interface Step {
  kind: (typeof kinds)[number]
  one: number
  other: number
  looksAfter: boolean
}

const folders = ['', 'a/', 'b/', 'usb/']
const names = ['lake.png', 'lake.webp', 'Lake.png', 'lake.png.jpg', 'lake.v2.png', 'dune.png']
const places = folders.flatMap((folder) => names.map((name) => `${folder}${name}`))
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
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
  const swap = (one: string, other: string) => {
    if (one === other) return
    const [hasOne, hasOther] = [has(one), has(other)]
    if (hasOne) disk.rename(one, `${away}/swap`)
    if (hasOther) disk.rename(other, one)
    if (hasOne) disk.rename(`${away}/swap`, other)
  }
  const has = (path: string) =>
    [...disk.files.keys()].some((each) => each === path || each.startsWith(`${path}/`))
  return ({ kind, one, other }: Step) => {
    const [path, target] = [at(one), at(other)]
    const folder = (folders[1 + (one % 3)] ?? '').slice(0, -1)
    const to = (folders[1 + (other % 3)] ?? '').slice(0, -1)
    if (kind === 'write' || kind === 'break') disk.write(path, kind === 'break')
    else if (kind === 'remove') disk.remove(path)
    else if (kind === 'swap') one % 2 ? swap(path, target) : swap(folder, to)
    else if (kind === 'leave' && has(folder)) {
      const name = `${away}/${foldersAway.size}-${one}`
      foldersAway.add(name)
      disk.rename(folder, name)
    } else if (kind === 'come back') {
      const [name] = foldersAway
      if (name === undefined || has(to)) return
      foldersAway.delete(name)
      disk.rename(name, to)
    } else if (path !== target && has(path) && kind === 'rename') disk.rename(path, target)
    else if (path !== target && has(path) && kind === 'copy') disk.copy(path, target)
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

/** Paths may be those of files or of folders. */
const createMemoryDisk = () => {
  const files = new Map<string, string>()
  let written = 0
  return {
    files,
    rename: (from: string, to: string) => {
      for (const [path, content] of [...files]) {
        if (path !== from && !path.startsWith(`${from}/`)) continue
        files.set(to + path.slice(from.length), content)
        files.delete(path)
      }
    },
    copy: (from: string, to: string) => files.set(to, files.get(from) ?? ''),
    /** Writes a new content that no file has ever had. A broken file is not a picture. */
    write: (path: string, isBroken: boolean) =>
      files.set(path, `${isBroken ? 'broken ' : ''}${written++}`),
    remove: (path: string) => files.delete(path),
  }
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

const play = (steps: readonly Step[], { pictures = 0 } = {}) => {
  const disk = createMemoryDisk()
  const many = Array.from({ length: pictures }, (_, at) => `${folders[at % 4]}${at}.jpg`)
  for (const path of many) disk.write(path, false)
  const looker = createLooker(disk.files)
  const take = createPlayer(disk, [...places, ...many])
  const witness = createWitness()
  for (const each of steps) {
    take(each)
    if (each.kind === 'restart') looker.restart()
    const skips = (path: string) => (path.length + each.other) % 3 === 0
    if (each.looksAfter) expect(witness(looker.look(skips))).toEqual([])
  }
}

describe('the ids and addresses of a folder that changes in any way', () => {
  it('never show another picture', () => {
    const property = fc.property(history, (steps) => play(steps))
    fc.assert(property, { numRuns: runsOf({ short: 300, long: 10_000 }) })
  })

  inLongRun('never show another one of 30,000 pictures', () => {
    const property = fc.property(history, (steps) => play(steps, { pictures: 30_000 }))
    fc.assert(property, { numRuns: 5, endOnFailure: true })
  })
})
