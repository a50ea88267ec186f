import { isCostly } from '../../platform/browser/network.ts'
import type { ScreenSize } from '../../platform/browser/screen.ts'
import type { Settings } from '../settings/settings.ts'

/** Whether to fetch as little as possible just now. */
export const isSaving = (
  { saveData }: Pick<Settings, 'saveData'>,
  costly: () => boolean = isCostly,
): boolean => saveData === 'always' || (saveData === 'auto' && costly())

/** A picture of so many pixels still looks good on any screen, and has a fifth of the bytes of 4K. */
const longest = 1600

/** The size of the pictures to fetch while saving, in the screen's shape. */
export const toSavingSize = ({ width, height }: ScreenSize): ScreenSize => {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
