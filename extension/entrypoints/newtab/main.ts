// A script in the page's head paints the wallpaper, and starts this module once it is on the screen.
const { shown, ...deck } = window.fresco
const first = await shown
const controls = await import('./controls.tsx')
await controls.startControls(first, deck)
