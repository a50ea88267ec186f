import { takeShown } from '../../features/wallpaper/handover.ts'
import { afterPaint } from '../../platform/after-paint.ts'

// The head's script paints the wallpaper; everything else waits until it is on the screen.
const shown = await takeShown()
await afterPaint()
const { startControls } = await import('./controls.tsx')
await startControls(shown)
