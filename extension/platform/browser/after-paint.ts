/** A browser reports no paint for a picture that is not visible. */
const deadlineMs = 500

/**
 * Resolves when the first picture with an `elementtiming` attribute is on the screen. Browsers that do not report
 * this resolve after the frame with the picture, and hidden tabs at once.
 */
export const afterPaint = (): Promise<void> =>
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
