import { defaultDataDir, readEnvFile } from './config/environment.ts'
import { enablePrivateCompileCache } from './process/compile-cache.ts'

readEnvFile()
enablePrivateCompileCache(process.env.DATA_DIR?.trim() || defaultDataDir)
// The server is imported after the compile cache is enabled, because Node caches only what it compiles afterwards.
const { serve } = await import('./serve.ts')
await serve()
