import type { AccountState } from '../account/account.ts'
import type { Refusal } from './favorites.ts'

/** The one line of the new tab about favorites; `undefined` when there is nothing to do. */
export const toAttention = (
  account: AccountState['kind'],
  waiting: number,
  refusal: Refusal | undefined,
): string | undefined => {
  if (account === 'session-ended') return toSignInText(waiting)
  return refusal && toRefusalText(refusal)
}

export const toSignInText = (waiting: number) =>
  waiting === 0
    ? 'Sign in again to keep your favorites in step.'
    : `Sign in again to send ${count(waiting)}.`

/** Which wallpaper, and why. */
export const toRefusalText = ({ action, favorite, reason }: Refusal): string => {
  const name = favorite.title || favorite.id
  const what = action === 'add' ? 'could not be added to' : 'could not be removed from'
  return `“${name}” ${what} your favorites: ${withSmallStart(reason || 'no reason was given')}.`
}

const withSmallStart = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

export const count = (changes: number) => (changes === 1 ? '1 change' : `${changes} changes`)
