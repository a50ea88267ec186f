import { enableCompileCache } from 'node:module'

// Node then caches the compiled sources, which makes the next start a third shorter.
enableCompileCache()
const { serve } = await import('./process/serve.ts')
await serve()
