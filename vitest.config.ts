import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { WxtVitest } from 'wxt/testing/vitest-plugin'
import { LongestFirst } from './test/setup/longest-first.ts'
import { summaryReporter } from './test/setup/summary-reporter.ts'

const tests = (folder: string) => `test/${folder}/**/*.test.{ts,tsx}`
/**
 * Slow tests, and tests of what a faster test also covers. Only `npm run test:all` runs these
 * tests.
 */
const long = 'test/**/*.long.test.{ts,tsx}'

// The programs that the tests start share a cache of compiled code, so they start in half the time.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/node')

export default defineConfig(({ mode }) => {
  const isLongRun = mode === 'all'
  const skipped = isLongRun ? [] : [long]
  // A limit only ends a test that hangs. Starting a browser or hashing a password can take half a
  // minute on a busy machine, and 200 tabs take several minutes.
  const limits = {
    testTimeout: isLongRun ? 900_000 : 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  }
  return {
    test: {
      reporters: ['default', summaryReporter()],
      // Four test files run at a time, even on two cores, because tests with browsers and servers
      // spend most of their time waiting.
      maxWorkers: 4,
      sequence: { sequencer: LongestFirst },
      projects: [
        { test: { ...limits, name: 'shared', include: [tests('shared')], isolate: false } },
        {
          test: {
            ...limits,
            name: 'server',
            // The server project runs every test file that no other project runs, so that none is left out.
            include: ['test/**/*.test.{ts,tsx}'],
            exclude: [...['shared', 'extension', 'e2e'].map(tests), ...skipped],
            setupFiles: ['test/setup/open-any-picture.ts'],
            isolate: false,
          },
        },
        {
          plugins: [WxtVitest()],
          test: {
            ...limits,
            name: 'extension',
            // The tested extension is built for one server, so that most tests need not choose one.
            env: { WXT_API_URL: 'http://127.0.0.1:8787' },
            include: [tests('extension')],
            setupFiles: ['test/setup/fake-browser.ts'],
            isolate: false,
          },
        },
        {
          test: {
            ...limits,
            name: 'e2e',
            include: [tests('e2e')],
            exclude: skipped,
            isolate: false,
            globalSetup: ['test/setup/e2e.ts'],
          },
        },
      ],
    },
  }
})
