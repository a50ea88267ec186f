// A script in the page's head paints the wallpaper, and starts this module once it is on the screen.
const controls = await import('./controls.tsx')
const { fresco } = window
const shown = await fresco.shown
// While the database is late, nobody knows whether this tab's storage has the deck, or only the background's.
if (import.meta.env.FIREFOX && (!shown || fresco.late)) {
  const { findDeck } = await import('./distant-tab.ts')
  await controls.startControls(...(await findDeck(fresco, shown)))
} else await controls.startControls(shown, fresco)
