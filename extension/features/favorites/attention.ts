import { t, tCount } from '../../platform/browser/texts.ts'
import type { Refusal } from './favorites.ts'

/** The one line of the new tab about favorites; `undefined` when there is nothing to do. */
export const toAttention = (
  isSessionEnded: boolean,
  waiting: number,
  refusal: Refusal | undefined,
): string | undefined => {
  if (isSessionEnded) return toSignInText(waiting)
  return refusal && toRefusalText(refusal)
}

export const toSignInText = (waiting: number) =>
  waiting === 0 ? t('syncSignIn') : tCount('syncSignInToSend', waiting)

/** Which wallpaper, and why. */
export const toRefusalText = ({ action, favorite, reason }: Refusal): string => {
  const name = favorite.title || favorite.id
  const why = reason ? withSmallStart(reason) : t('refusedNoReason')
  return t(action === 'add' ? 'refusedAdd' : 'refusedRemove', { name, reason: why })
}

const withSmallStart = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
