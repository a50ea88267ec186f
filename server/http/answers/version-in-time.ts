import pTimeout from 'p-timeout'

/** Most pictures are read in a tenth of it. */
const waitMs = 150

/**
 * A version that is being read: of a large file, behind others that are read too, no answer waits
 * until all of it is read. `undefined` when it takes too long or fails; the reading goes on, for the
 * next who asks.
 */
export const versionInTime = async (
  reading: Promise<string | undefined> | undefined,
): Promise<string | undefined> => {
  const version = reading?.catch(() => undefined)
  return version && pTimeout(version, { milliseconds: waitMs, message: false })
}
