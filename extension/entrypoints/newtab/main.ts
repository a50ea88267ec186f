// The longest wait for the browser's report of the painted wallpaper. Browsers never report an invisible picture.
const deadlineMs = 500

// Resolves when the wallpaper is on the screen, or at once in a hidden tab. If the browser cannot report when a
// picture is painted, the promise resolves after the next frame.
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve()
    setTimeout(resolve, deadlineMs)
    if (!PerformanceObserver.supportedEntryTypes.includes('element')) {
      // A timer that is set in an animation-frame callback fires after the browser has painted that frame.
      requestAnimationFrame(() => setTimeout(resolve))
      return
    }
    const observer = new PerformanceObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe({ type: 'element', buffered: true })
  })

// A script in the page's head paints the wallpaper. The controls are loaded once it is on the screen.
const { shown, ...deck } = window.fresco
const first = await shown
await afterPaint()
const controls = await import('./controls.tsx')
await controls.startControls(first, deck)
