import { defineConfig } from 'vitest/config'
import { WxtVitest } from 'wxt/testing/vitest-plugin'
import { side, sides } from './sides.ts'

const { tests } = sides[side]

const configs = {
  extension: {
    plugins: [WxtVitest()],
    test: {
      env: { WXT_API_URL: 'http://127.0.0.1:8787' },
      include: tests,
      setupFiles: ['test/setup/fake-browser.ts'],
      isolate: false,
    },
  },
  server: { test: { include: tests, isolate: false } },
}

export default defineConfig(configs[side])
