// A script in the page's head paints the wallpaper, and starts this module once it is on the screen.
const controls = await import('./controls.tsx')
await controls.startControls(await window.fresco.shown, window.fresco)
