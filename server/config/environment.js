/** Has no imports, because it is read before Node's compile cache is enabled. */
export const defaultDataDir = './data'

export const readEnvFile = () => {
  try {
    process.loadEnvFile?.()
  } catch {
    // There is no .env file: the defaults and the environment are enough.
  }
}
