/** Has no imports, because it is read before Node's compile cache is enabled. */
export const defaultDataDir = './data'

let isRead = false

/** @type {{ file: string, problem?: string | undefined } | undefined} */
let envFile

/** Only the first call reads a file, so that the program `fresco` can choose the file for its commands. */
export const readEnvFile = (file = '.env') => {
  if (isRead) return
  isRead = true
  try {
    process.loadEnvFile?.(file)
    envFile = { file }
  } catch (error) {
    // Without a .env file, the defaults and the environment are enough.
    envFile = { file, problem: /** @type {NodeJS.ErrnoException} */ (error).code }
  }
}

/** Returns the file that was read. It has a `problem` if the file could not be read. */
export const findEnvFile = () => envFile
