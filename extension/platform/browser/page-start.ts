/**
 * Starts what the build keeps back in the page's `<template>`: files that are fetched while the picture
 * is on its way keep it waiting. In development nothing is kept back.
 */
export const startLater = async (): Promise<void> => {
  // A page without store and pictures has nothing to wait for: then this comes before the template.
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
  }
  const later = document.querySelector('template')
  later?.replaceWith(later.content)
}

/** A picture that is not reported as painted by then is one that nobody sees. */
const deadlineMs = 500

/**
 * Resolves when the first picture with an `elementtiming` attribute is on the screen; where the
 * browser cannot tell, when the frame that holds it is made. At once in a tab nobody looks at.
 */
export const afterPaint = (): Promise<void> => {
  if (document.hidden) return Promise.resolve()
  const canTell = PerformanceObserver.supportedEntryTypes.includes('element')
  return Promise.race([canTell ? pictureReported() : frameMade(), deadline()])
}

const pictureReported = () =>
  new Promise<void>((resolve) => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe({ type: 'element', buffered: true })
  })

/** A task posted from a frame's callback runs after that frame was painted. */
const frameMade = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

const deadline = () => new Promise<void>((resolve) => setTimeout(resolve, deadlineMs))
