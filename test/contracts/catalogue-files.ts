import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueFiles } from '../../server/catalogue/source.ts'
import { pictureAt } from '../server/adapters/sample-pictures.ts'

export interface CatalogueFilesHarness {
  files: CatalogueFiles
  /** Names in `main/`, and absolute paths. */
  known: Readonly<Record<string, string>>
  strangers: readonly string[]
  close: () => Promise<void>
}

export const testCatalogueFiles = (name: string, open: () => Promise<CatalogueFilesHarness>) => {
  describe(`${name} as CatalogueFiles`, () => {
    let harness: CatalogueFilesHarness
    beforeAll(async () => {
      harness = await open()
    })
    afterAll(() => harness.close())

    it('finds every file of the catalogue', async () => {
      for (const [file, path] of Object.entries(harness.known)) {
        expect(await harness.files.find('main', file)).toEqual(await pictureAt(path))
      }
    })

    it('finds a name in another Unicode form', async () => {
      for (const [file, path] of Object.entries(harness.known)) {
        expect(await harness.files.find('main', file.normalize('NFC'))).toMatchObject({ path })
      }
    })

    it('finds no file that does not belong to the catalogue', async () => {
      for (const file of harness.strangers) {
        expect(await harness.files.find('main', file), file).toBeUndefined()
        expect(await harness.files.find('cache', file), file).toBeUndefined()
      }
    })

    it.each([
      ...['', '.', '..', '/', '../index.json', '../../../../etc/passwd', '/etc/passwd'],
      ...['..\\index.json', 'no-such-picture.jpg', 'picture.jpg\0.png', '__proto__'],
      'x'.repeat(10_000),
    ])('finds nothing for %j', async (file) => {
      expect(await harness.files.find('main', file)).toBeUndefined()
      expect(await harness.files.find('cache', file)).toBeUndefined()
    })

    it.each(['./', 'x/../', '%2e%2e/'])(
      'finds a file only by its own name, not after %j',
      async (before) => {
        const [file] = Object.keys(harness.known)
        expect(await harness.files.find('main', `${before}${file}`)).toBeUndefined()
      },
    )
  })
}
