// Browsers report no paint for a picture that is not visible, so a tab waits for at most this time.
const deadlineMs = 500

// Resolves when the picture is on the screen, and in a hidden tab at once. A browser that does not report the
// paint of a picture resolves after the next frame.
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve()
    setTimeout(resolve, deadlineMs)
    if (!PerformanceObserver.supportedEntryTypes.includes('element')) {
      // A task posted in a frame's callback runs after that frame is painted.
      requestAnimationFrame(() => setTimeout(resolve))
      return
    }
    const observer = new PerformanceObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe({ type: 'element', buffered: true })
  })

// The script in the head paints the wallpaper. Everything else waits until it is on the screen.
const { shown, bundle } = window.fresco
const first = await shown
await afterPaint()
const controls = await import('./controls.tsx')
await controls.startControls(first, bundle)
