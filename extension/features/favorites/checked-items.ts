import { createStoredItems } from '../../platform/storage/stored-item.ts'
import { toNumber, toRecord } from '../../platform/unknown.ts'

/** By id: when the catalogue was asked last, in milliseconds since 1970, and whether it had it. */
export type Checked = Record<string, { at: number; isGone: boolean }>

const parseChecked = (value: unknown): Checked =>
  Object.fromEntries(
    Object.entries(toRecord(value)).map(([id, stored]) => {
      const { at, isGone } = toRecord(stored)
      return [id, { at: toNumber(at), isGone: isGone === true }]
    }),
  )

/** By server: which favorites its catalogue still has. Apart from the others: no new tab needs it. */
export const checkedItems = createStoredItems({ key: 'favorites.checked', parse: parseChecked })

/** Ids of the favorites that the catalogue did not have any more. */
export const listGone = (checked: Checked): ReadonlySet<string> =>
  new Set(Object.keys(checked).filter((id) => checked[id]?.isGone))
