/**
 * Builds the extension for the server that `npm start` runs on this machine, and the page `/tab/` of that server.
 * `npm start` runs this script first.
 */
import { parseConfig } from '../server/config/config.ts'
import { readEnvFile } from '../server/config/environment.js'
import { buildExtensionInto, buildTab } from './build-extension.ts'

readEnvFile()
const { publicUrl, listen } = parseConfig(process.env)
// A server on port 0 chooses its port only when it starts.
const here = listen.port === 0 ? '' : `http://${listen.host}:${listen.port}`
const settings = { WXT_API_URL: process.env.WXT_API_URL || publicUrl || here }
for (const target of ['chrome', 'firefox'] as const) {
  await buildExtensionInto(process.env.WXT_OUT_DIR || 'dist', target, settings)
}
await buildTab()
