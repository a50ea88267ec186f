// Node before 22.1 has no `enableCompileCache`, and a named import of it would be an error before any line runs.
import nodeModule from 'node:module'
import { defaultDataDir, readEnvFile } from './config/environment.js'
import { makePrivateFolder } from './process/compile-cache.js'
import { explainOldNode } from './process/node-version.js'

const refusal = explainOldNode({ isClone: true })
if (refusal !== undefined) {
  console.error(refusal)
  process.exit(1)
}

if (process.argv.some((argument) => argument === '--help' || argument === '-h')) {
  console.log(`Usage: npm start

  Serves the site, the API and the wallpapers of the extension until you press Ctrl+C. It has no options.
  Settings are environment variables, or lines of the file .env. They are explained in .env.example.`)
  process.exit()
}

// This file and its imports are JavaScript. Until the compile cache is enabled, a TypeScript file makes Node load its
// TypeScript parser, which takes 17 MB until the server stops.
readEnvFile()
const folder = makePrivateFolder(process.env.DATA_DIR?.trim() || defaultDataDir)
if (folder !== undefined) {
  nodeModule.enableCompileCache(folder)
  // Enables the cache in worker threads, too.
  process.env.NODE_COMPILE_CACHE ||= folder
}
// The server is imported after the compile cache is enabled, because Node caches only what it compiles afterwards.
const { serve } = await import('./serve.ts')
await serve()
