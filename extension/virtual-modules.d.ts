/** The built-in wallpapers. The build copies them from `public/wallpapers/index.json` into the scripts. */
declare module 'virtual:bundled-wallpapers' {
  const bundle: readonly import('./features/wallpaper/deck.ts').BundledWallpaper[]
  export default bundle
}

declare module 'virtual:clerk' {
  /** Connects to Clerk, the account service. `undefined` in a build without `WXT_CLERK_PUBLISHABLE_KEY`. */
  export const connectClerk:
    | (() => import('./platform/clerk/clerk-client.ts').ClerkConnector)
    | undefined
}

/** The languages of the web page, such as `pt_BR`: the folders of `public/_locales/`. */
declare module 'virtual:locales' {
  const locales: readonly string[]
  export default locales
}

declare module 'virtual:first-frame.css' {}
