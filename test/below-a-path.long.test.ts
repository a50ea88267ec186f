import { describe, expect, it } from 'vitest'
import { allPassed, runSuites, serverSuites } from './tools/run-suites.ts'

const minute = 60_000
const env = { FRESCO_PATH: '/fresco' }

// test/server/main.below-a-path.test.ts shows what differs below a path. Everything else must not.
describe('a server below a path of its host', () => {
  it(
    'passes the tests of the server',
    async () => expect(await runSuites('server', serverSuites, env)).toMatch(allPassed),
    15 * minute,
  )

  it(
    'works with the extension, the web page and its own pages in a browser',
    async () => {
      const files = ['newtab.server.test.ts', 'tab.page.test.ts', 'site.pages.test.ts']
      const suites = files.map((file) => `test/e2e/${file}`)
      expect(await runSuites('e2e', suites, env)).toMatch(allPassed)
    },
    15 * minute,
  )
})
