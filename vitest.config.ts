import { defineConfig } from 'vitest/config'
import { WxtVitest } from 'wxt/testing/vitest-plugin'
import { LongestFirst } from './test/setup/longest-first.ts'
import { summaryReporter } from './test/setup/summary-reporter.ts'

const tests = (folder: string) => `test/${folder}/**/*.test.{ts,tsx}`
const tools = ['tools', 'setup'].map(tests)
/**
 * Slow tests, and tests whose subject a cheaper test also covers. Only `npm run test:all` runs
 * them.
 */
const long = 'test/**/*.long.test.{ts,tsx}'

export default defineConfig(({ mode }) => {
  const skipped = mode === 'all' ? [] : [long]
  return {
    test: {
      reporters: ['default', summaryReporter()],
      // Tests with browsers and servers often wait, so more files run at a time than most machines
      // have cores.
      maxWorkers: 3,
      sequence: { sequencer: LongestFirst },
      projects: [
        { test: { name: 'shared', include: [tests('shared')], isolate: false } },
        {
          test: {
            name: 'server',
            // Includes every file that no other project includes, so that no test is left out.
            include: ['test/**/*.test.{ts,tsx}'],
            exclude: [...['shared', 'extension', 'e2e'].map(tests), ...tools, ...skipped],
            // Passwords are hashed slowly on purpose, and the machine may be busy.
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
            // Some tests load the whole extension or try hundreds of pictures on a busy machine.
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
            // A browser may be too slow on a busy CI machine. The test gets one reported retry
            // there.
            retry: process.env.CI ? 1 : 0,
            // A generous limit, because a browser can take half a minute to start on a busy
            // machine.
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
      ],
    },
  }
})
