import { defineConfig } from 'vitest/config'
import { WxtVitest } from 'wxt/testing/vitest-plugin'
import { summaryReporter } from './test/setup/summary-reporter.ts'

const tests = (folder: string) => `test/${folder}/**/*.test.{ts,tsx}`
const tools = ['tools', 'setup'].map(tests)

export default defineConfig({
  test: {
    reporters: ['default', summaryReporter()],
    projects: [
      { test: { name: 'shared', include: [tests('shared')], isolate: false } },
      {
        test: {
          name: 'server',
          // Everything that no other project names, so that no test file is left out by accident.
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...['shared', 'extension', 'e2e'].map(tests), ...tools],
          // Passwords are hashed slowly on purpose, and the cores may be busy.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          isolate: false,
        },
      },
      {
        plugins: [WxtVitest()],
        test: {
          name: 'extension',
          include: [tests('extension')],
          setupFiles: ['test/setup/fake-browser.ts'],
          isolate: false,
        },
      },
      { test: { name: 'tools', include: tools, testTimeout: 30_000, isolate: false } },
      {
        test: {
          name: 'e2e',
          include: [tests('e2e')],
          globalSetup: ['test/setup/e2e.ts'],
          // Browsers and servers share the cores: two files at a time, after everything else.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // Nothing waits this long: on a busy machine a browser alone may take half a minute to start.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
