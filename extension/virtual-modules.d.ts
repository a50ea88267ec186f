/** The list of built-in wallpapers (`public/wallpapers/index.json`), which wxt.config.ts reads at build time. */
declare module 'virtual:bundled-wallpapers' {
  const bundle: readonly import('./features/wallpaper/deck.ts').BundledWallpaper[]
  export default bundle
}

declare module 'virtual:clerk' {
  /** `undefined` in a build without `WXT_CLERK_PUBLISHABLE_KEY`. */
  export const connectClerk:
    | (() => import('./platform/clerk/clerk-client.ts').ClerkConnector)
    | undefined
}
