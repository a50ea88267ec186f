// A script in the page's head paints the wallpaper, and starts this module once it is on the screen.
const controls = await import('./controls.tsx')
const { fresco } = window
const shown = await fresco.shown
// If the database does not answer in time, this tab's storage may have no deck. Then the background has it.
if (import.meta.env.FIREFOX && (!shown || fresco.late)) {
  const { findDeck } = await import('./distant-tab.ts')
  await controls.startControls(...(await findDeck(fresco, shown)))
} else await controls.startControls(shown, fresco)
