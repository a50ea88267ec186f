import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const welcomeTimeoutMs = 10_000

/** True when this extension opens its welcome in this profile: once, when it is installed. */
export const opensWelcome = (extensionDir: string, profileDir: string | undefined): boolean =>
  existsSync(join(extensionDir, 'welcome.html')) &&
  // Both are written at the first start of a browser with the profile.
  !['Default', 'prefs.js'].some((name) => profileDir && existsSync(join(profileDir, name)))

/**
 * Closes the welcome, so that a test begins with the tabs that it opens. A browser that opens none is
 * a fault that a test of the welcome finds.
 */
export const closeWelcome = async (
  closeIfThere: () => Promise<boolean>,
  timeoutMs = welcomeTimeoutMs,
): Promise<void> => {
  const deadline = Date.now() + timeoutMs
  while (!(await closeIfThere()) && Date.now() < deadline) await sleep(20)
}
