/**
 * Starts the module of the new tab once the picture is on the screen. The build puts the module's script into a
 * `<template>`, because loading its files earlier would delay the picture, also while the browser decodes it.
 * `wxt dev` builds the page without the template.
 */
export const startModule = async (): Promise<void> => {
  await Promise.all([whenParsed(), afterPaint()])
  const template = document.querySelector('template')
  template?.replaceWith(template.content)
}

export const whenParsed = async (): Promise<void> => {
  if (document.readyState !== 'loading') return
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
}

// The longest wait for the browser's report of the painted wallpaper. Browsers never report an invisible picture.
const deadlineMs = 500

// Resolves when the wallpaper is on the screen, or at once in a hidden tab. Firefox cannot report when a picture is
// painted, so there the promise resolves after the next frame.
const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve()
    setTimeout(resolve, deadlineMs)
    if (import.meta.env.FIREFOX) {
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
