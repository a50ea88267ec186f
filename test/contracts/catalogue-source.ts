import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CatalogueSource } from '../../server/catalogue/source.ts'
import { DomainError } from '../../server/domain-error.ts'
import { toPlainDocument } from '../builders.ts'

export interface CatalogueSourceHarness {
  /** Creates an instance of the tested source, as a restart does. It must contain at least one wallpaper. */
  start: () => CatalogueSource
  change: () => Promise<void>
  /** Changes nothing but `tags.json`. Absent if the source makes the tags itself. */
  changeTags?: () => Promise<void>
  breakIt: () => Promise<void>
  mend: () => Promise<void>
  close: () => Promise<void>
}

export const testCatalogueSource = (name: string, open: () => Promise<CatalogueSourceHarness>) => {
  describe(`${name} as a CatalogueSource`, () => {
    let harness: CatalogueSourceHarness
    let source: CatalogueSource
    beforeEach(async () => {
      harness = await open()
      source = harness.start()
    })
    afterEach(() => harness.close())

    const read = async (version?: string) => {
      const document = await source.read(version, AbortSignal.timeout(20_000))
      return document && toPlainDocument(document)
    }

    it('reads rows and tags', async () => {
      const document = await read()
      expect(document?.index.length).toBeGreaterThan(0)
      expect(document?.index[0]).toMatchObject({ file_main_name: expect.any(String) })
      expect(document?.tags).toBeInstanceOf(Array)
      expect(document?.version).not.toBe('')
    })

    it('returns undefined while nothing has changed', async () => {
      const document = await read()
      expect(await read(document?.version)).toBeUndefined()
      expect(await read(document?.version)).toBeUndefined()
    })

    it('returns the same version again to a caller without one', async () => {
      expect(await read()).toEqual(await read())
    })

    it('reads a new version after a change', async () => {
      const before = await read()
      await harness.change()
      const after = await read(before?.version)
      expect(after?.version).not.toBe(before?.version)
      expect(after?.index).toHaveLength((before?.index.length ?? Number.NaN) + 1)
    })

    it('reads a new version after a change of tags.json alone', async (context) => {
      const { changeTags } = harness
      if (changeTags === undefined) return context.skip('The source makes the tags itself')
      const before = await read()
      await changeTags()
      const after = await read(before?.version)
      expect(after?.version).not.toBe(before?.version)
      expect(after?.index).toEqual(before?.index)
      expect(after?.tags).not.toEqual(before?.tags)
    })

    it('recognizes a version that an earlier instance has read', async () => {
      const before = await read()
      source = harness.start()
      expect(await read(before?.version)).toBeUndefined()
      expect((await read())?.version).toBe(before?.version)
    })

    it('answers reads that overlap', async () => {
      const [one, other] = await Promise.all([read(), read()])
      expect(one).toEqual(other)
    })

    it('reports a catalogue that cannot be read, and reads it again once it can be', async () => {
      const before = await read()
      await harness.breakIt()
      const failure = await read(before?.version).catch((error) => error)
      expect(failure).toBeInstanceOf(DomainError)
      expect(failure.code).toBe('CATALOGUE_UNAVAILABLE')
      await harness.mend()
      expect(await read(before?.version)).toBeUndefined()
    })

    it('stops at an aborted signal', async () => {
      await expect(source.read(undefined, AbortSignal.abort())).rejects.toThrow()
    })
  })
}
