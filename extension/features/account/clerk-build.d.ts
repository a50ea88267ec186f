/** What the build knows of Clerk (see wxt.config.ts). */
declare module 'virtual:clerk' {
  /** `undefined` in a build without `WXT_CLERK_PUBLISHABLE_KEY`. */
  export const connectClerk:
    | (() => import('../../platform/clerk/clerk-client.ts').ClerkConnector)
    | undefined
}
