import { describe, expect, it } from 'vitest'
import type { FolderStore } from '../../../../extension/features/own-pictures/folder-store.ts'
import { createBackgroundFollower } from '../../../../extension/features/own-pictures/follow-folder.ts'
import type { ImportTask } from '../../../../extension/features/own-pictures/import-picture.ts'
import { createMemoryOwnStore, makeOwnPicture } from '../../fakes/memory-own-store.ts'

const minute = 60_000

/** A connected folder, and pictures whose id is the name of the file. */
const setUp = ({
  stored = [] as string[],
  names = [] as string[],
  unreadable = [] as string[],
}) => {
  const files = names.map((name) => new File([name], name, { type: 'image/jpeg' }))
  const folder = {
    name: 'photos',
    queryPermission: async () => 'granted',
    async *values() {
      for (const file of files) yield { kind: 'file', name: file.name, getFile: async () => file }
    },
  } as unknown as FileSystemDirectoryHandle
  const seen = new Map()
  const folders: FolderStore = {
    read: async () => ({ folder, seen: new Map(seen) }),
    connect: async () => {},
    disconnect: async () => {},
    note: async (path, file) => void seen.set(path, file),
    forget: async () => {},
  }
  const store = createMemoryOwnStore(stored.map((id) => makeOwnPicture({ id })))
  const switches: boolean[] = []
  let time = minute
  const follow = createBackgroundFollower({
    folders,
    store,
    readScreen: async () => undefined,
    remove: store.remove,
    switchOn: async () => void switches.push((await store.list()).length > 0),
    importOne: async ({ file }: ImportTask) => {
      if (unreadable.includes(file.name)) return { kind: 'skipped', reason: 'unreadable' }
      const copies = { image: new Blob(), thumbnail: new Blob() }
      await store.add(makeOwnPicture({ id: file.name }), copies)
      return { kind: 'added', id: file.name }
    },
    now: () => time,
  })
  const look = async () => {
    time += minute
    await follow()
  }
  const listIds = async () => (await store.list()).map(({ id }) => id)
  return { look, listIds, switches }
}

describe('createBackgroundFollower', () => {
  it('adds the files after those that it cannot read', async () => {
    const unreadable = Array.from({ length: 12 }, (_, at) => `locked-${at}.jpg`)
    const { look, listIds } = setUp({ unreadable, names: [...unreadable, 'sea.jpg'] })
    await look()
    await look()
    expect(await listIds()).toEqual(['sea.jpg'])
  })

  it('switches the own pictures on with the first one, and only then', async () => {
    const empty = setUp({ names: ['sea.jpg', 'hill.jpg'] })
    await empty.look()
    expect(empty.switches).toEqual([true])
    const switchedOff = setUp({ stored: ['moor.jpg'], names: ['sea.jpg'] })
    await switchedOff.look()
    expect(await switchedOff.listIds()).toContain('sea.jpg')
    expect(switchedOff.switches).toEqual([])
  })
})
