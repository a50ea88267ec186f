import { defineConfig } from 'vitest/config'
import { WxtVitest } from 'wxt/testing/vitest-plugin'
import { side, sides } from './sides.ts'

const units = {
  extension: {
    plugins: [WxtVitest()],
    test: {
      name: 'extension',
      env: { WXT_API_URL: 'http://127.0.0.1:8787' },
      include: sides.extension.tests,
      setupFiles: ['test/setup/fake-browser.ts'],
      isolate: false,
    },
  },
  server: { test: { name: 'server', include: sides.server.tests, isolate: false } },
}

const stories = {
  resolve: {
    alias: { 'virtual:clerk': 'data:text/javascript,export const connectClerk = undefined' },
  },
  test: {
    name: 'stories',
    env: { WXT_API_URL: 'http://fresco.test' },
    include: ['test/mutation/stories.ts'],
    isolate: false,
    // The other tests notice most mistakes, and they are faster.
    sequence: { groupOrder: 1 },
  },
}

export default defineConfig({ test: { projects: [units[side], stories] } })
