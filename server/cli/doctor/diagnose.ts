import { parseConfig } from '../../config/config.ts'
import { checkAddresses } from './check-addresses.ts'
import { checkFolders } from './check-folders.ts'
import { checkServices } from './check-services.ts'
import { checkSettings, type Env, type EnvFile, listSecrets } from './check-settings.ts'
import { collect, createHide, type Finding, isProblem } from './findings.ts'

export const diagnose = async (env: Env, read: EnvFile | undefined): Promise<Finding[]> => {
  const found = checkSettings(env, read)
  // All other checks need settings that can be used.
  if (found.some(isProblem)) return found
  const config = parseConfig(env)
  const hide = createHide(listSecrets(env))
  return collect(found, checkFolders(config), checkServices(config, hide), checkAddresses(config))
}
