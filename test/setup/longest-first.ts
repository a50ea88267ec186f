import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files. Those that mostly wait run beside the browsers and use idle cores. */
export const longest = [
  'test/e2e/favorites.sync.chromium.test.ts',
  'test/e2e/favorites.clerk.test.ts',
  'test/server/compose/catalogue.faults.test.ts',
  'test/server/main.test.ts',
  'test/server/adapters/redis/lock.test.ts',
  'test/server/compose/image-host.faults.test.ts',
  'test/e2e/site.pages.test.ts',
  'test/e2e/favorites.sync.firefox.test.ts',
  'test/e2e/newtab.control.test.ts',
  'test/e2e/newtab.offline.test.ts',
  'test/e2e/newtab.server.test.ts',
  'test/server/favorites.test.ts',
  'test/server/compose/compose.upstreams.test.ts',
  'test/server/cli/publish-catalogue.test.ts',
]
/** Short files come last, because they keep all workers busy to the end. */
const projects = ['e2e', 'server', 'tools', 'extension', 'shared']

/** `path` is relative to the root, with slashes. */
export interface TestFile {
  project: string
  path: string
}

const toRank = (list: readonly string[], name: string) => {
  const place = list.indexOf(name)
  return place < 0 ? list.length : place
}

/** A comparator for `sort`. */
export const compareLength = (a: TestFile, b: TestFile): number =>
  toRank(longest, a.path) - toRank(longest, b.path) ||
  toRank(projects, a.project) - toRank(projects, b.project)

/** Vitest learns how long files take from an earlier run, which a fresh clone does not have. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const toTestFile = ({ project, moduleId }: TestSpecification) => ({
      project: project.name,
      path: moduleId.slice(root.length + 1),
    })
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => compareLength(toTestFile(a), toTestFile(b)))
  }
}
