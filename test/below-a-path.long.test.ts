import { describe, expect, it } from 'vitest'
import { allPassed, runSuites, serverSuites } from './tools/run-suites.ts'
import { findProxy, type ProxyName, proxyNames } from './tools/servers/proxy-programs.ts'

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

const behind = (name: ProxyName, strips: boolean) => ({
  ...env,
  FRESCO_PROXY: name,
  ...(strips && { FRESCO_PROXY_STRIPS: 'true' }),
})

describe.each([
  ...proxyNames.map((name) => ({ name, strips: false, how: 'keeps' })),
  // HAProxy changes nothing but the path. The other two also decode addresses that they rewrite.
  ...(['nginx', 'caddy'] as const).map((name) => ({ name, strips: true, how: 'cuts off' })),
])('a server behind $name, which $how the path', ({ name, strips }) => {
  it.skipIf(!findProxy(name))(
    'passes the tests of the server, with the recipe of docs/operating.md',
    async () => {
      expect(await runSuites('server', serverSuites, behind(name, strips))).toMatch(allPassed)
    },
    30 * minute,
  )
})

describe('a server behind nginx, which cuts off the path', () => {
  it.skipIf(!findProxy('nginx'))(
    'works with the extension, the web page and its own pages in a browser',
    async () => {
      expect(await runSuites('e2e', browserSuites, behind('nginx', true))).toMatch(allPassed)
    },
    30 * minute,
  )
})
