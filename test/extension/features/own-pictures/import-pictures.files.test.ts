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
  it('takes the folder inside of the chosen one, or the chosen one itself', () => {
    const paths = ['photos/a.jpg', 'photos/trip/b.JPG', 'photos/trip/day 2/c.webp']
    expect(namesOf(listChosen(paths.map((path) => makeFile(path))))).toEqual([
      'photos:a.jpg',
      'trip:b.JPG',
      'trip:c.webp',
    ])
  })

  it('leaves out what is no picture in a folder', () => {
    const files = ['.DS_Store', 'Thumbs.db', 'notes.txt', '._a.jpg', '.trash/b.jpg', '@eaDir/c.jpg']
    expect(listChosen(files.map((name) => makeFile(`photos/${name}`)))).toEqual([])
  })

  it('keeps photographs of an iPhone, whose type browsers do not know, to say why they are skipped', () => {
    expect(namesOf(listChosen([makeFile('photos/IMG_1.HEIC')]))).toEqual(['photos:IMG_1.HEIC'])
  })

  it('keeps a picture whose name has no extension', () => {
    expect(namesOf(listChosen([makeFile('photos/IMG_1', 'image/jpeg')]))).toEqual(['photos:IMG_1'])
  })

  it('keeps every file that was chosen by itself', () => {
    expect(namesOf(listChosen([makeFile('notes.txt')]))).toEqual([':notes.txt'])
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
    const file = (name: string) => makeFile(name)
    const picked = await listDropped(
      drop({
        'single.png': file('single.png'),
        photos: {
          'a.jpg': file('a.jpg'),
          'b.jpg': file('b.jpg'),
          'c.jpg': file('c.jpg'),
          'notes.txt': file('notes.txt'),
          trip: { 'd.jpg': file('d.jpg'), deep: { 'e.jpg': file('e.jpg') } },
        },
      }),
    )
    expect(namesOf(picked)).toEqual([
      ':single.png',
      'photos:a.jpg',
      'photos:b.jpg',
      'photos:c.jpg',
      'trip:d.jpg',
      'trip:e.jpg',
    ])
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
