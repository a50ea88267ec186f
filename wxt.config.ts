import preact from '@preact/preset-vite'
import { defineConfig } from 'wxt'

export default defineConfig({
  srcDir: 'extension',
  publicDir: 'extension/public',
  outDir: 'dist',
  manifestVersion: 3,
  imports: false,
  vite: () => ({ plugins: [preact()] }),
  manifest: ({ browser }) => ({
    name: 'Fresco',
    description: 'A fresh wallpaper on every new tab.',
    ...(browser === 'firefox' && {
      browser_specific_settings: {
        gecko: {
          id: 'fresco@fresco.invalid',
          strict_min_version: '142.0',
          data_collection_permissions: { required: ['none'] },
        },
      },
    }),
  }),
})
