import { enableCompileCache } from 'node:module'

// Node then caches the compiled sources, which makes the next start a third shorter.
enableCompileCache()
const { serve } = await import('./serve.ts')
await serve()
