import { createStoredItem, createStoredItems } from '../../platform/storage/stored-item.ts'
import { createStoredLog } from '../../platform/storage/stored-log.ts'
import { parseChange, parseConfirmed, parseRefusal } from './favorites.ts'
import { parseOwner } from './owner.ts'

/** What every new tab reads of favorites. Only this folder uses it. */

/** Whose favorites the pages show. Only the background writes it. */
export const ownerItem = createStoredItem({ key: 'favorites.owner', parse: parseOwner })

/** By owner: what the account is known to hold. */
export const confirmedItems = createStoredItems({
  key: 'favorites.confirmed',
  parse: parseConfirmed,
})

/** The changes that the server has not heard of yet, of all owners. */
export const outboxLog = createStoredLog({ key: 'favorites.outbox', parse: parseChange })

/** The changes that a server would not make, until the person has seen them. */
export const refusedLog = createStoredLog({ key: 'favorites.refused', parse: parseRefusal })
