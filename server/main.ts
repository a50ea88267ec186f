import { defaultDataDir, readEnvFile } from './config/environment.ts'
import { enablePrivateCompileCache } from './process/compile-cache.ts'

readEnvFile()
enablePrivateCompileCache(process.env.DATA_DIR?.trim() || defaultDataDir)
// Imported after the cache is enabled, because Node caches only what it compiles from then on.
const { serve } = await import('./serve.ts')
await serve()
