import { parseHex, toLuminance } from '../../platform/luminance.ts'
import type { Shown } from './first-paint.ts'
import { DEFAULT_COLOR } from './parse-deck.ts'

/** Which glass sits well on the picture; either is legible on any picture. */
export type Tone = 'dark' | 'light'

const BRIGHT = 0.36

export const toTone = (shown: Shown): Tone => (readLuminance(shown) > BRIGHT ? 'light' : 'dark')

const readLuminance = (shown: Shown): number =>
  shown?.wallpaper.luminance ?? toLuminance(parseHex(shown?.wallpaper.color ?? DEFAULT_COLOR))
