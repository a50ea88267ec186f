import { describe, expect, it, vi } from 'vitest'
import type {
  FolderStore,
  SeenFile,
} from '../../../../extension/features/own-pictures/folder-store.ts'
import {
  compareFolder,
  createFollowFolder,
  type FolderFile,
} from '../../../../extension/features/own-pictures/follow-folder.ts'
import type { ImportOutcome } from '../../../../extension/features/own-pictures/import-picture.ts'

const makeFile = (name: string, text = name) =>
  new File([text], name, { type: 'image/jpeg', lastModified: 1 })

const toFolderFile = (name: string, text?: string): FolderFile => ({
  path: `photos/${name}`,
  folder: 'photos',
  file: makeFile(name, text),
})

const seenOf = ({ file }: FolderFile, id = `own-${file.name}`): SeenFile => ({
  size: file.size,
  changedAt: file.lastModified,
  id,
})

describe('compareFolder', () => {
  it('finds files that are new or changed, and paths that are gone', () => {
    const [same, changed, fresh] = [toFolderFile('a.jpg'), toFolderFile('b.jpg'), toFolderFile('c')]
    const seen = new Map([
      [same.path, seenOf(same)],
      [changed.path, { ...seenOf(changed), size: 7_000 }],
      ['photos/d.jpg', seenOf(toFolderFile('d.jpg'))],
    ])
    expect(compareFolder(seen, [same, changed, fresh])).toEqual({
      fresh: [changed, fresh],
      gone: ['photos/d.jpg'],
    })
  })
})

/** A folder on the disk, and pictures whose id is the text of the file. */
const setUp = ({ permission = 'granted', stored = [] as string[] } = {}) => {
  const disk = new Map<string, File>()
  const seen = new Map<string, SeenFile>()
  const pictures = new Set(stored)
  const state = { isMissing: false, permission, mostAtOnce: Infinity, isConnected: true }
  const folder = {
    name: 'photos',
    queryPermission: async () => state.permission,
    async *values() {
      if (state.isMissing) throw new DOMException('The folder has gone', 'NotFoundError')
      for (const [name, file] of disk) yield { kind: 'file', name, getFile: async () => file }
    },
  } as unknown as FileSystemDirectoryHandle
  const folders: FolderStore = {
    read: async () => (state.isConnected ? { folder, seen: new Map(seen) } : undefined),
    connect: async () => {},
    disconnect: async () => {},
    note: async (path, file) => void seen.set(path, file),
    forget: async (paths) => {
      for (const path of paths) seen.delete(path)
    },
  }
  const importOne = async (file: File): Promise<ImportOutcome> => {
    const id = await file.text()
    if (id === 'broken') return { kind: 'skipped', reason: 'damaged' }
    const isKnown = pictures.has(id)
    pictures.add(id)
    return { kind: isKnown ? 'known' : 'added', id }
  }
  const imported: string[] = []
  const follow = createFollowFolder({
    folders,
    importFiles: async (files, onOutcome) => {
      for (const picked of files.slice(0, state.mostAtOnce)) {
        imported.push(picked.file.name)
        await onOutcome(picked, await importOne(picked.file))
      }
    },
    remove: async (ids) => {
      for (const id of ids) pictures.delete(id)
    },
  })
  const put = (name: string, text: string) => disk.set(name, makeFile(name, text))
  return { disk, put, pictures, seen, state, imported, follow }
}

describe('createFollowFolder', () => {
  it('adds what comes into the folder, and removes what leaves it', async () => {
    const { put, disk, pictures, imported, follow } = setUp()
    put('a.jpg', 'sea')
    put('b.jpg', 'hill')
    await follow()
    expect([...pictures]).toEqual(['sea', 'hill'])
    disk.delete('a.jpg')
    put('c.jpg', 'moor')
    await follow()
    expect([...pictures]).toEqual(['hill', 'moor'])
    expect(imported).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  })

  it('keeps a picture whose file was renamed, or of which there is a copy', async () => {
    const { put, disk, pictures, follow } = setUp()
    put('a.jpg', 'sea')
    put('copy.jpg', 'hill')
    put('b.jpg', 'hill')
    await follow()
    disk.delete('a.jpg')
    disk.delete('b.jpg')
    put('renamed.jpg', 'sea')
    await follow()
    expect([...pictures].sort()).toEqual(['hill', 'sea'])
    disk.delete('renamed.jpg')
    await follow()
    expect([...pictures]).toEqual(['hill'])
  })

  it('replaces a picture whose file was changed', async () => {
    const { put, pictures, follow } = setUp()
    put('a.jpg', 'sea')
    await follow()
    put('a.jpg', 'stormy sea')
    await follow()
    expect([...pictures]).toEqual(['stormy sea'])
  })

  it('never removes a picture that the person had chosen before', async () => {
    const { put, disk, pictures, follow } = setUp({ stored: ['sea'] })
    put('a.jpg', 'sea')
    await follow()
    disk.clear()
    put('b.jpg', 'hill')
    await follow()
    expect([...pictures]).toEqual(['sea', 'hill'])
  })

  it('tries a broken file once, and leaves out what is not a picture', async () => {
    const { disk, put, imported, follow } = setUp()
    put('a.jpg', 'broken')
    disk.set('notes.txt', new File(['x'], 'notes.txt', { type: 'text/plain' }))
    await follow()
    await follow()
    expect(imported).toEqual(['a.jpg'])
  })

  it('changes nothing while the folder is missing or may not be read', async () => {
    const { put, disk, pictures, state, follow } = setUp()
    put('a.jpg', 'sea')
    put('b.jpg', 'hill')
    await follow()
    disk.delete('a.jpg')
    state.permission = 'prompt'
    await follow()
    state.permission = 'granted'
    state.isMissing = true
    await follow()
    expect([...pictures]).toEqual(['sea', 'hill'])
  })

  it('removes nothing while the folder is empty, as the folder of a disk that is not mounted', async () => {
    const { put, disk, pictures, follow } = setUp()
    put('a.jpg', 'sea')
    await follow()
    disk.clear()
    await follow()
    expect([...pictures]).toEqual(['sea'])
  })

  it('removes nothing until every new file was imported, because they may be renamed ones', async () => {
    const { put, disk, pictures, state, follow } = setUp()
    for (const at of [1, 2, 3]) put(`${at}.jpg`, `sea ${at}`)
    put('gone.jpg', 'hill')
    await follow()
    disk.clear()
    for (const at of [1, 2, 3]) put(`renamed ${at}.jpg`, `sea ${at}`)
    const removed = vi.spyOn(pictures, 'delete')
    for (const mostAtOnce of [0, 2]) {
      Object.assign(state, { mostAtOnce })
      await follow()
      expect(removed).not.toHaveBeenCalled()
    }
    await follow()
    expect([...pictures]).toEqual(['sea 1', 'sea 2', 'sea 3'])
  })

  it('removes a replaced picture even if only a later look imports the last new file', async () => {
    const { put, pictures, state, follow } = setUp()
    put('a.jpg', 'sea')
    await follow()
    put('a.jpg', 'stormy sea')
    put('b.jpg', 'hill')
    state.mostAtOnce = 1
    await follow()
    await follow()
    expect([...pictures]).toEqual(['stormy sea', 'hill'])
  })

  it('removes nothing if the person disconnects the folder during a look', async () => {
    const { put, pictures, seen, state, follow } = setUp()
    put('a.jpg', 'sea')
    await follow()
    put('b.jpg', 'hill')
    vi.spyOn(seen, 'set').mockImplementation(() => {
      state.isConnected = false
      return seen
    })
    await follow()
    expect([...pictures]).toEqual(['sea', 'hill'])
  })
})
