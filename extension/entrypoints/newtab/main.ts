import { takeOver } from '../../features/wallpaper/handover.ts'
import { afterPaint } from '../../platform/browser/after-paint.ts'

// The script in the head paints the wallpaper. Everything else waits until it is on the screen.
const { shown, bundle } = takeOver()
const first = await shown
await afterPaint()
const controls = await import('./controls.tsx')
await controls.startControls(first, bundle)
