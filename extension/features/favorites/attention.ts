import { toRecord } from '../../../shared/unknown.ts'
import { t, tCount } from '../../platform/browser/texts.ts'
import {
  createStoredItem,
  onAnyChange,
  readStorage,
  watchPrefixes,
} from '../../platform/storage/stored-item.ts'
import { type Heart, isWaiting, parseOwner } from './favorites.ts'
import { answersPrefix, heartsPrefix, listHearts, ownerKey } from './favorites-store.ts'

/** How many clicks of the current owner wait for the server, and the clicks that the server has refused. */
export const heartsView = {
  read: async () => {
    const stored = await readStorage()
    const owner = parseOwner(stored[ownerKey])
    const hearts = listHearts(stored).filter((heart) => heart.owner === owner)
    return {
      owner,
      waiting: hearts.filter(isWaiting).length,
      refusals: hearts.filter(({ refused }) => refused !== undefined),
    }
  },
  onChange: (listener: () => void) =>
    watchPrefixes([ownerKey, heartsPrefix, answersPrefix], listener),
}

// Reads one field of the stored account state. The parser of the whole state is too large for the new tab.
const sessionEndedItem = createStoredItem({
  key: 'account.state',
  parse: (stored) => toRecord(stored).kind === 'session-ended',
})

/** Calls the listener with what an account needs from the person, now and after each change. */
export const watchAttention = (listener: (text: string | undefined) => void): void => {
  const refresh = async () => {
    const [isSessionEnded, { waiting, refusals }] = await Promise.all([
      sessionEndedItem.read(),
      heartsView.read(),
    ])
    listener(toAttention(isSessionEnded, waiting, refusals[0]))
  }
  void refresh()
  onAnyChange([sessionEndedItem, heartsView], refresh)
}

export const toAttention = (
  isSessionEnded: boolean,
  waiting: number,
  refusal: Heart | undefined,
): string | undefined => {
  if (isSessionEnded) return toSignInText(waiting)
  return refusal && toRefusalText(refusal)
}

export const toSignInText = (waiting: number) =>
  waiting === 0 ? t('syncSignIn') : tCount('syncSignInToSend', waiting)

export const toRefusalText = ({ wanted, favorite, refused }: Heart): string => {
  // Isolated, because a name may run in another direction than the sentence.
  const name = `\u2068${favorite.title || favorite.id}\u2069`
  const why = refused ? withSmallStart(refused) : t('refusedNoReason')
  return t(wanted ? 'refusedAdd' : 'refusedRemove', { name, reason: why })
}

const withSmallStart = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
