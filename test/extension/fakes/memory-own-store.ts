import type { OwnPicture } from '../../../extension/features/own-pictures/own-picture.ts'
import type { Copies, OwnStore } from '../../../extension/features/own-pictures/own-store.ts'

export const makeOwnPicture = (part: Partial<OwnPicture> = {}): OwnPicture => ({
  id: 'own-0123456789abcdef0123456789abcdef',
  name: 'red-lake.jpg',
  folder: 'Summer 2024',
  width: 4000,
  height: 3000,
  bytes: 700_000,
  addedAt: 0,
  changedAt: Date.parse('2024-07-01T12:00:00Z'),
  primaryColors: ['red'],
  secondaryColors: [],
  palette: ['#B3261E'],
  color: '#802020',
  luminance: 0.1,
  focalPoint: { x: 0.3, y: 0.5 },
  ...part,
})

export const createMemoryOwnStore = (initial: readonly OwnPicture[] = []): OwnStore => {
  const pictures = new Map(initial.map((picture) => [picture.id, picture]))
  const copies = new Map<string, Copies>(
    initial.map(({ id }) => [id, { image: new Blob([id]), thumbnail: new Blob(['small']) }]),
  )
  return {
    list: async () => [...pictures.values()].sort((one, other) => other.addedAt - one.addedAt),
    has: async (id) => pictures.has(id),
    add: async (picture, made) => {
      if (pictures.has(picture.id)) return false
      pictures.set(picture.id, picture)
      copies.set(picture.id, made)
      return true
    },
    readImage: async (id) => copies.get(id)?.image,
    readThumbnail: async (id) => copies.get(id)?.thumbnail,
    remove: async (ids) => {
      for (const id of ids) {
        pictures.delete(id)
        copies.delete(id)
      }
    },
  }
}
