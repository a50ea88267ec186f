import { enableCompileCache } from 'node:module'
import { defaultDataDir, readEnvFile } from './config/environment.js'
import { makePrivateFolder } from './process/compile-cache.js'

// This file and its imports are JavaScript. Until the compile cache is enabled, a TypeScript file makes Node load its
// TypeScript parser, which takes 17 MB until the server stops.
readEnvFile()
const folder = makePrivateFolder(process.env.DATA_DIR?.trim() || defaultDataDir)
if (folder !== undefined) {
  enableCompileCache(folder)
  // Enables the cache in worker threads, too.
  process.env.NODE_COMPILE_CACHE ||= folder
}
// The server is imported after the compile cache is enabled, because Node caches only what it compiles afterwards.
const { serve } = await import('./serve.ts')
await serve()
