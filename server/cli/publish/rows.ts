import { isRecord } from '../../../shared/unknown.ts'
import { type FolderPicture, toRow } from '../../adapters/folder/rows.ts'

export type PublishedRows = ReturnType<typeof toRows>
type PublishedRow = PublishedRows['index'] | PublishedRows['tags']

/** Makes the rows of a picture in `index.json` and in `tags.json`. */
export const toRows = (picture: FolderPicture, folder: string) => {
  const { file_cache_name: _, ...row } = toRow(picture, folder)
  const index = { ...row, file_main_name: `${picture.id}.${picture.measure.format}` }
  const { category, data } = row
  const colors = [...new Set([...data.primary_colors, ...data.secondary_colors])]
  return { index, tags: { file_name: picture.id, category, tags: data.tags, colors } }
}

/**
 * Replaces rows of an existing index in place and adds new rows at the end. Rows of other pictures, unknown fields
 * and the original `timestamp` of a replaced row do not change.
 */
export const mergeRows = (
  existing: readonly unknown[],
  put: readonly PublishedRow[],
  remove: ReadonlySet<string>,
): unknown[] => {
  const ours = new Map(put.map((row) => [row.file_name, row]))
  const merged = existing.flatMap((row) => {
    const name = isRecord(row) ? row.file_name : undefined
    if (!isRecord(row) || typeof name !== 'string') return [row]
    if (remove.has(name)) return []
    const next = ours.get(name)
    ours.delete(name)
    return [next === undefined ? row : mergeRow(row, next)]
  })
  return [...merged, ...ours.values()]
}

const mergeRow = (row: Readonly<Record<string, unknown>>, next: PublishedRow) => ({
  ...row,
  ...next,
  ...(row.timestamp !== undefined && { timestamp: row.timestamp }),
  ...('data' in next && { data: { ...(isRecord(row.data) && row.data), ...next.data } }),
})

export const toJsonFile = (rows: readonly unknown[]): string =>
  rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
