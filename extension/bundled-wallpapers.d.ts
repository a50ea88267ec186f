/** `public/wallpapers/index.json`, read at build time (see wxt.config.ts). */
declare module 'virtual:bundled-wallpapers' {
  const bundle: readonly import('./features/wallpaper/deck.ts').BundledWallpaper[]
  export default bundle
}
