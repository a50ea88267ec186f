/**
 * Texts in localStorage, because only that can be read before the first frame. It may be blocked, full or
 * cleared: what is there must be something that a page can do without.
 */
export const readLocal = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Best effort. */
export const writeLocal = (key: string, text: string): void => {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Then the next page starts without.
  }
}
