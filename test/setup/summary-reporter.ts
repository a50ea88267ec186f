import type { Reporter, TestModule, TestSuite, Vitest } from 'vitest/node'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/**
 * Prints a summary such as `12 passed, 0 failed, 1 skipped` as the last line of a test run. It
 * prints when the process exits, so that nothing follows. In watch mode it prints after every run.
 */
export const summaryReporter = (): Reporter => {
  let counts: Counts | undefined
  let watching = false
  return {
    onInit(vitest: Vitest) {
      watching = vitest.config.watch
      if (!watching) process.once('exit', (code) => print(closeRun(counts, code !== 0)))
    },
    onTestRunEnd(modules, errors, reason) {
      counts = countTests(modules, errors.length)
      if (watching) print(closeRun(counts, reason !== 'passed'))
    },
  }
}

/** A file that fails to load, a failed hook and an error outside of tests count as one. */
const countTests = (modules: readonly TestModule[], unhandledErrors: number): Counts => {
  const counts = { passed: 0, failed: unhandledErrors, skipped: 0 }
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state !== 'pending') counts[state] += 1
    }
    const suites: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()]
    counts.failed += suites.filter((suite) => suite.errors().length > 0).length
  }
  return counts
}

/** A failed run never says "0 failed", even after a crash, Ctrl-C or without tests. */
const closeRun = (counts: Counts = { passed: 0, failed: 0, skipped: 0 }, hasFailed: boolean) => {
  return hasFailed && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const print = ({ passed, failed, skipped }: Counts): void => {
  const parts = [`${passed} passed`, `${failed} failed`]
  if (skipped > 0) parts.push(`${skipped} skipped`)
  process.stdout.write(`${parts.join(', ')}\n`)
}
