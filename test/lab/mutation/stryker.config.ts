import { side, sides } from './sides.ts'

/** See https://stryker-mutator.io/docs/stryker-js/configuration. */
export default {
  mutate: sides[side].mutated,
  testRunner: 'vitest',
  vitest: { configFile: 'test/lab/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // Stryker reads tsconfig.json with a function that TypeScript 7 does not have, so it gets a name that does not exist.
  tsconfigFile: 'none.json',
  ignorePatterns: ['/data', '/dist'],
  tempDirName: `dist/mutation/${side}`,
  reporters: ['clear-text', 'html', 'progress'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `dist/mutation/${side}.html` },
  incrementalFile: `dist/mutation/${side}.json`,
  thresholds: { high: 90, low: 85, break: 85 },
}
