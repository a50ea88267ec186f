import { dayMs } from '../../../../shared/days.ts'
import { toList, toNumber, toRecord, toText } from '../../../../shared/unknown.ts'
import { PictureError } from '../../../platform/browser/picture-error.ts'
import { createStoredItem, type StoredItem } from '../../../platform/storage/stored-item.ts'
import { FetchError } from '../../../remote/problem.ts'
import type { Source } from '../source.ts'

/** A picture of a catalogue that cannot be shown. Its download failed `at` milliseconds since 1970. */
export type SkippedPicture = ReturnType<typeof parseSkipped>

const parseSkipped = (value: unknown) => {
  const { catalogue, id, at } = toRecord(value)
  return { catalogue: toText(catalogue), id: toText(id), at: toNumber(at) }
}

const skippedItem = createStoredItem({
  key: 'web-skipped',
  parse: (stored) => toList(stored, parseSkipped),
})

const most = 500

interface SkipDeps {
  item?: Pick<StoredItem<SkippedPicture[]>, 'read' | 'update'>
  now?: () => number
}

/** Does not find pictures that could not be shown in the last day. The owner of a catalogue may replace a file. */
export const skipUnusable = (
  { find, load, ...others }: Source,
  { item = skippedItem, now = Date.now }: SkipDeps = {},
): Source => {
  const isRecent = ({ at }: SkippedPicture) => now() - at < dayMs
  return {
    ...others,
    find: async (filters, exclude) => {
      const skipped = (await item.read())
        .filter((one) => one.catalogue === filters.catalogue && isRecent(one))
        .map(({ id }) => id)
      const found = await find(filters, [...exclude, ...skipped])
      if (found.length > 0 || exclude.length > 0 || skipped.length === 0) return found
      if ((await find(filters, [])).length > 0) throw new FetchError({ kind: 'no-pictures' })
      return found
    },
    load: async (wallpaper, screen) => {
      try {
        return await load(wallpaper, screen)
      } catch (error) {
        const { catalogue, id } = wallpaper
        if (isUnusable(error))
          await item.update((all) =>
            [...all.filter(isRecent), { catalogue, id, at: now() }].slice(-most),
          )
        throw error
      }
    },
  }
}

const isUnusable = (error: unknown): boolean => {
  if (error instanceof PictureError) return true
  if (!(error instanceof FetchError) || error.problem.kind !== 'refused') return false
  return [404, 410].includes(error.problem.status)
}
