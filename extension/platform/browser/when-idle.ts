/** Calls back when the page has nothing better to do, after two seconds at the latest. */
export const whenIdle = (callback: () => void): void => {
  requestIdleCallback(() => callback(), { timeout: 2_000 })
}
