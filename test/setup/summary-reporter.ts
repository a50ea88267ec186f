import type { Reporter, TestModule, TestSuite, Vitest } from 'vitest/node'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/**
 * Closes a run with one line that people and machines read alike: `12 passed, 0 failed, 1 skipped`.
 * It is written as the process ends, so that nothing comes after it; in watch mode after each run.
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

/**
 * Counts over tests. A file that fails to load, a failed hook of a suite and an error outside of
 * any test count as one failure each: none of them has a test that could show it.
 */
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

/** A failed run never closes with "0 failed", whatever the reason (no tests, a crash, Ctrl-C). */
const closeRun = (counts: Counts = { passed: 0, failed: 0, skipped: 0 }, hasFailed: boolean) => {
  return hasFailed && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const print = ({ passed, failed, skipped }: Counts): void => {
  const parts = [`${passed} passed`, `${failed} failed`]
  if (skipped > 0) parts.push(`${skipped} skipped`)
  process.stdout.write(`${parts.join(', ')}\n`)
}
