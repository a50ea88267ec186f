import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import preact from '@preact/preset-vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'wxt'

const DEFAULT_SERVER = process.env.WXT_API_URL || 'http://127.0.0.1:8787'

export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  outDir: 'dist',
  manifestVersion: 3,
  imports: false,
  vite: () => ({
    plugins: [preact(), bundledWallpapers()],
    build: { target: ['chrome120', 'firefox142'], modulePreload: false },
  }),
  manifest: ({ browser }) => ({
    name: 'Fresco',
    description: 'A fresh wallpaper on every new tab.',
    // The settings, the favorites and what is known of the server; images are in IndexedDB.
    permissions: ['storage'],
    host_permissions: [toMatchPattern(DEFAULT_SERVER)],
    // Asked for one by one, when a person enters the address of another server.
    optional_host_permissions: ['*://*/*'],
    // Firefox's own default would turn the address of a local server, http, into https.
    content_security_policy: { extension_pages: "script-src 'self'; object-src 'self'" },
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          id: 'fresco@fresco.invalid',
          strict_min_version: '142.0',
          data_collection_permissions: { required: ['none'] },
        },
      },
    }),
    ...(browser !== 'firefox' && { minimum_chrome_version: '120' }),
  }),
})

/** Match patterns have no port in Firefox; without one they mean all ports. */
function toMatchPattern(server: string): string {
  const { protocol, hostname } = new URL(server)
  return `${protocol}//${hostname}/*`
}

/**
 * Builds the list of packaged wallpapers into the scripts: a new tab that has nothing else to show
 * must not wait for a file. Without the list (it is painted, see README) there are none.
 */
function bundledWallpapers(): Plugin {
  const list = fileURLToPath(new URL('extension/public/wallpapers/index.json', import.meta.url))
  return {
    name: 'fresco:bundled-wallpapers',
    resolveId: (id) => (id === 'virtual:bundled-wallpapers' ? `\0${id}` : undefined),
    load(id) {
      if (id !== '\0virtual:bundled-wallpapers') return
      this.addWatchFile(list)
      return `export default ${existsSync(list) ? readFileSync(list, 'utf8') : '[]'}`
    },
  }
}
