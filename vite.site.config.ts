import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the script of sites that `npm run export` writes. */
export default defineConfig({
  root: at('server/web/plain-files/script'),
  build: {
    outDir: at('dist/site'),
    emptyOutDir: true,
    license: { fileName: 'licenses.txt' },
    target: ['chrome120', 'firefox142', 'safari18'],
    modulePreload: false,
    rolldownOptions: {
      input: at('server/web/plain-files/script/main.ts'),
      output: { entryFileNames: 'browse.js' },
    },
  },
  logLevel: 'warn',
})
