// A script in the page's head paints the wallpaper, and starts this module once it is on the screen.
const controls = await import('./controls.tsx')
if (import.meta.env.FIREFOX && !(await window.fresco.shown)) {
  const { findDeck } = await import('./distant-tab.ts')
  await controls.startControls(...(await findDeck(window.fresco)))
} else await controls.startControls(await window.fresco.shown, window.fresco)
