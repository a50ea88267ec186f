import { describe, expect, it } from 'vitest'
import {
  listChosen,
  listDropped,
} from '../../../../extension/features/own-pictures/import-pictures.ts'

const makeFile = (path: string, type = '') => {
  const file = new File([], path.split('/').at(-1) ?? '', { type })
  Object.defineProperty(file, 'webkitRelativePath', { value: path.includes('/') ? path : '' })
  return file
}

const namesOf = (picked: readonly { file: File; folder: string }[]) =>
  picked.map(({ file, folder }) => `${folder}:${file.name}`)

describe('listChosen', () => {
  it.each([
    ['photos/a.jpg', 'photos:a.jpg'],
    ['photos/trip/b.JPG', 'trip:b.JPG'],
    ['photos/trip/day 2/c.webp', 'trip:c.webp'],
    // Photographs of an iPhone, whose type browsers do not know, are listed to say why they are skipped.
    ['photos/IMG_1.HEIC', 'photos:IMG_1.HEIC'],
    ['notes.txt', ':notes.txt'],
  ])('takes %s as %s', (path, expected) => {
    expect(namesOf(listChosen([makeFile(path)]))).toEqual([expected])
  })

  it('takes a picture whose name has no extension', () => {
    expect(namesOf(listChosen([makeFile('photos/IMG_1', 'image/jpeg')]))).toEqual(['photos:IMG_1'])
  })

  it('leaves out what is no picture in a folder', () => {
    const files = ['.DS_Store', 'Thumbs.db', 'notes.txt', '._a.jpg', '.trash/b.jpg', '@eaDir/c.jpg']
    expect(listChosen(files.map((name) => makeFile(`photos/${name}`)))).toEqual([])
  })
})

interface Tree {
  [name: string]: Tree | File
}

/** A fake of what a browser hands out for a dropped file or folder. It lists two entries at a time. */
const makeEntry = (name: string, content: Tree | File): unknown => {
  if (content instanceof File)
    return {
      name,
      isFile: true,
      isDirectory: false,
      file: (done: (f: File) => void) => done(content),
    }
  const entries = Object.entries(content).map(([inner, each]) => makeEntry(inner, each))
  let at = 0
  return {
    name,
    isFile: false,
    isDirectory: true,
    createReader: () => ({
      readEntries: (done: (list: unknown[]) => void) => {
        done(entries.slice(at, at + 2))
        at += 2
      },
    }),
  }
}

const drop = (tree: Tree) =>
  Object.entries(tree).map(
    ([name, content]): Pick<DataTransferItem, 'webkitGetAsEntry'> =>
      Object.assign(Object.create(null), { webkitGetAsEntry: () => makeEntry(name, content) }),
  )

describe('listDropped', () => {
  it('lists files, and the pictures in all folders', async () => {
    const files = (...names: string[]): Tree =>
      Object.fromEntries(names.map((name) => [name, makeFile(name)]))
    const trip = { ...files('d.jpg'), deep: files('e.jpg') }
    const photos = { ...files('a.jpg', 'b.jpg', 'c.jpg', 'notes.txt'), trip }
    const picked = await listDropped(drop({ ...files('single.png'), photos }))
    const names = ':single.png photos:a.jpg photos:b.jpg photos:c.jpg trip:d.jpg trip:e.jpg'
    expect(namesOf(picked)).toEqual(names.split(' '))
  })

  it('lists a folder of 200,000 pictures in another folder', async () => {
    const picture = makeFile('a.jpg')
    const large = Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`n${n}`, picture]))
    expect(await listDropped(drop({ photos: { large } }))).toHaveLength(200_000)
  })

  it('ignores what is not a file, such as dragged text', async () => {
    const text = Object.assign(Object.create(null), { webkitGetAsEntry: () => null })
    expect(await listDropped([text])).toEqual([])
  })
})
