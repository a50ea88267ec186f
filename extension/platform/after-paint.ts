/** Resolves when the frame that is being made is on the screen; at once in a tab nobody looks at. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve()
    // A task posted from a frame's callback runs after that frame was painted.
    requestAnimationFrame(() => setTimeout(resolve))
  })
