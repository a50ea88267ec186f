import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { WxtVitest } from 'wxt/testing/vitest-plugin'
import { LongestFirst } from './test/setup/longest-first.ts'
import { summaryReporter } from './test/setup/summary-reporter.ts'

const tests = (folder: string) => `test/${folder}/**/*.test.{ts,tsx}`
const tools = ['tools', 'setup'].map(tests)
/**
 * Slow tests, and tests of what a faster test also covers. Only `npm run test:all` runs these
 * tests.
 */
const long = 'test/**/*.long.test.{ts,tsx}'

// The programs that the tests start share a cache of compiled code, so they start in half the time.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/node')

export default defineConfig(({ mode }) => {
  const skipped = mode === 'all' ? [] : [long]
  return {
    test: {
      reporters: ['default', summaryReporter()],
      // Three test files run at a time, even on two cores, because tests with browsers and servers
      // spend most of their time waiting.
      maxWorkers: 3,
      sequence: { sequencer: LongestFirst },
      projects: [
        { test: { name: 'shared', include: [tests('shared')], isolate: false } },
        {
          test: {
            name: 'server',
            // The server project runs every test file that no other project runs, so that none is left out.
            include: ['test/**/*.test.{ts,tsx}'],
            exclude: [...['shared', 'extension', 'e2e'].map(tests), ...tools, ...skipped],
            // Password hashing is slow on purpose, so a test on a busy machine may take many seconds.
            testTimeout: 30_000,
            hookTimeout: 30_000,
            isolate: false,
          },
        },
        {
          plugins: [WxtVitest()],
          test: {
            name: 'extension',
            // The tested extension is built for one server, so that most tests need not choose one.
            env: { WXT_API_URL: 'http://127.0.0.1:8787' },
            include: [tests('extension')],
            setupFiles: ['test/setup/fake-browser.ts'],
            // Some tests load the whole extension or try hundreds of pictures, which is slow on a busy machine.
            testTimeout: 30_000,
            isolate: false,
          },
        },
        { test: { name: 'tools', include: tools, testTimeout: 30_000, isolate: false } },
        {
          test: {
            name: 'e2e',
            include: [tests('e2e')],
            exclude: skipped,
            isolate: false,
            globalSetup: ['test/setup/e2e.ts'],
            // A browser may be too slow on a busy CI machine, so a failed test runs once more there.
            // The test report lists such retries.
            retry: process.env.CI ? 1 : 0,
            // A browser can take half a minute to start on a busy machine.
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
      ],
    },
  }
})
