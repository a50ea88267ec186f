import { cp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { makeTempDir } from '../../tools/temp-dir.ts'

export interface ClerkExtensionOptions {
  publishableKey: string
  target?: 'chrome' | 'firefox'
}

const locales = resolve(import.meta.dirname, '../../../extension/public/_locales')

/**
 * Builds a test extension that contains only the sign-in with Clerk, in a temporary folder. It uses
 * the product's modules, but its background also gives the token to the test page. Each test builds
 * its own extension, because the publishable key contains the port of the test's Clerk emulator.
 */
export const buildClerkExtension = async (options: ClerkExtensionOptions): Promise<string> => {
  const { publishableKey, target = 'chrome' } = options
  const dir = await makeTempDir('clerk-extension')
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    define: { 'import.meta.env.WXT_CLERK_PUBLISHABLE_KEY': JSON.stringify(publishableKey) },
    resolve: { alias: { '@clerk/ui/no-rhc': resolve(import.meta.dirname, 'no-ui.ts') } },
    build: {
      outDir: dir,
      rolldownOptions: {
        input: join(import.meta.dirname, 'background.ts'),
        output: { entryFileNames: 'background.js', codeSplitting: false },
      },
    },
  })
  await writeFile(join(dir, 'manifest.json'), JSON.stringify(toManifest(target)))
  await cp(locales, join(dir, '_locales'), { recursive: true })
  await writeFile(join(dir, 'page.html'), '<!doctype html><title>Account</title>')
  return dir
}

const toManifest = (target: 'chrome' | 'firefox') => ({
  manifest_version: 3,
  name: 'Account at Clerk',
  version: '1',
  default_locale: 'en',
  permissions: ['storage', 'declarativeNetRequestWithHostAccess'],
  host_permissions: ['https://clerk.localhost/*'],
  background:
    target === 'chrome'
      ? { service_worker: 'background.js', type: 'module' }
      : { scripts: ['background.js'], type: 'module' },
  ...(target === 'firefox' && {
    browser_specific_settings: { gecko: { id: 'clerk@fresco.invalid' } },
  }),
})
