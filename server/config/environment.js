/** Has no imports, because it is read before Node's compile cache is enabled. */
export const defaultDataDir = './data'

let isRead = false

/** Only the first call reads a file, so that the program `fresco` can choose the file for its commands. */
export const readEnvFile = (file = '.env') => {
  if (isRead) return
  isRead = true
  try {
    process.loadEnvFile?.(file)
  } catch {
    // There is no .env file: the defaults and the environment are enough.
  }
}
