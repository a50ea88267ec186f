// A page can read localStorage before its first frame. localStorage may be blocked, full or cleared, so a page
// must also work without the stored texts.
export const readLocal = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const writeLocal = (key: string, text: string): void => {
  try {
    localStorage.setItem(key, text)
  } catch {}
}
