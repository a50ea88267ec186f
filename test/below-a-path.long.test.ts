import { describe, expect, it } from 'vitest'
import { allPassed, runSuites, serverSuites } from './tools/run-suites.ts'
import { findProxy, proxyNames } from './tools/servers/proxy-programs.ts'

const minute = 60_000
const browserSuites = ['newtab.server.test.ts', 'site.pages.test.ts'].map(
  (file) => `test/e2e/${file}`,
)
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
      expect(await runSuites('e2e', browserSuites, env)).toMatch(allPassed)
    },
    15 * minute,
  )
})

const ways = proxyNames.flatMap((name) =>
  [false, true].map((strips) => ({ name, strips, how: strips ? 'cuts off' : 'keeps' })),
)

describe.each(ways)('a server behind $name, which $how the path', ({ name, strips }) => {
  const proxied = { ...env, FRESCO_PROXY: name, ...(strips && { FRESCO_PROXY_STRIPS: 'true' }) }

  it.skipIf(!findProxy(name))(
    'passes the tests of the server, with the recipe of docs/operating.md',
    async () => expect(await runSuites('server', serverSuites, proxied)).toMatch(allPassed),
    30 * minute,
  )

  it.skipIf(!findProxy(name))(
    'works with the extension, the web page and its own pages in a browser',
    async () => expect(await runSuites('e2e', browserSuites, proxied)).toMatch(allPassed),
    30 * minute,
  )
})
