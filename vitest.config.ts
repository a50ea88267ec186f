import { defineConfig } from 'vitest/config'
import { WxtVitest } from 'wxt/testing/vitest-plugin'
import { LongestFirst } from './test/setup/longest-first.ts'
import { summaryReporter } from './test/setup/summary-reporter.ts'

const tests = (folder: string) => `test/${folder}/**/*.test.{ts,tsx}`
const tools = ['tools', 'setup'].map(tests)
/** What cheaper tests show as well, or what takes long to show at all. */
const long = 'test/**/*.long.test.{ts,tsx}'

export default defineConfig(({ mode }) => {
  const skipped = mode === 'all' ? [] : [long]
  return {
    test: {
      reporters: ['default', summaryReporter()],
      // Browsers and servers wait as much as they work: more files at a time than most machines have cores.
      maxWorkers: 3,
      sequence: { sequencer: LongestFirst },
      projects: [
        { test: { name: 'shared', include: [tests('shared')], isolate: false } },
        {
          test: {
            name: 'server',
            // Everything that no other project names, so that no test file is left out by accident.
            include: ['test/**/*.test.{ts,tsx}'],
            exclude: [...['shared', 'extension', 'e2e'].map(tests), ...tools, ...skipped],
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
            // Some load the whole extension or try hundreds of pictures, and the cores may be busy.
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
            // Where nobody watches, a browser that a busy machine held up gets a second chance; it is reported.
            retry: process.env.CI ? 1 : 0,
            // Nothing waits this long: on a busy machine a browser alone may take half a minute to start.
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        },
      ],
    },
  }
})
