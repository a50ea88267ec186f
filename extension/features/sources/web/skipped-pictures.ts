import { dayMs } from '../../../../shared/days.ts'
import { toList, toNumber, toOneOf, toRecord, toText } from '../../../../shared/unknown.ts'
import { PictureError, pictureProblems } from '../../../platform/browser/picture-error.ts'
import { createStoredItem, type StoredItem } from '../../../platform/storage/stored-item.ts'
import { FetchError } from '../../../remote/problem.ts'
import type { Source } from '../source.ts'

const parseSkipped = (value: unknown) => {
  const { catalogue, id, reason, at } = toRecord(value)
  // `unreadable` stands for a file that has gone.
  const known = toOneOf(reason, [...pictureProblems, 'unreadable'], null)
  return known && { catalogue: toText(catalogue), id: toText(id), reason: known, at: toNumber(at) }
}

/** A picture of a catalogue on the web that cannot be shown. Its download failed `at` milliseconds since 1970. */
export type SkippedPicture = NonNullable<ReturnType<typeof parseSkipped>>

export const skippedItem = createStoredItem({
  key: 'web-skipped',
  parse: (stored) => toList(stored, parseSkipped),
})

// The owner of a catalogue may replace a file.
const forgottenMs = dayMs
const most = 500

const isRecent = ({ at }: SkippedPicture, now: number) => now - at < forgottenMs

export const listSkipped = (all: readonly SkippedPicture[], catalogue: string, now: number) =>
  all.filter((one) => one.catalogue === catalogue && isRecent(one, now))

interface SkipDeps {
  item?: Pick<StoredItem<SkippedPicture[]>, 'read' | 'update'>
  now?: () => number
}

/** Does not find pictures that could not be shown in the last day, and does not download them again. */
export const skipUnusable = (
  { find, load, ...others }: Source,
  { item = skippedItem, now = Date.now }: SkipDeps = {},
): Source => {
  const list = async (catalogue: string) => listSkipped(await item.read(), catalogue, now())
  return {
    ...others,
    find: async (filters, exclude) => {
      const skipped = (await list(filters.catalogue)).map(({ id }) => id)
      const found = await find(filters, [...exclude, ...skipped])
      if (found.length > 0 || exclude.length > 0 || skipped.length === 0) return found
      if ((await find(filters, [])).length > 0) throw new FetchError({ kind: 'no-pictures' })
      return found
    },
    load: async (wallpaper, screen) => {
      const { catalogue, id } = wallpaper
      const known = (await list(catalogue)).find((one) => one.id === id)
      if (known) throw toError(known.reason)
      try {
        return await load(wallpaper, screen)
      } catch (error) {
        const reason = toReason(error)
        const skipped = reason && { catalogue, id, reason, at: now() }
        if (skipped)
          await item.update((all) =>
            [...all.filter((one) => isRecent(one, now())), skipped].slice(-most),
          )
        throw error
      }
    },
  }
}

const toError = (reason: SkippedPicture['reason']) =>
  reason === 'unreadable'
    ? new FetchError({ kind: 'refused', status: 404 })
    : new PictureError(reason)

const toReason = (error: unknown): SkippedPicture['reason'] | undefined => {
  if (error instanceof PictureError) return error.code
  if (!(error instanceof FetchError) || error.problem.kind !== 'refused') return
  return [404, 410].includes(error.problem.status) ? 'unreadable' : undefined
}
