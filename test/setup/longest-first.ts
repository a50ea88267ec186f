import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes or waits longest. What waits runs beside browsers, which use what it leaves of the cores. */
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
/** Many short files at the end keep all workers busy to the last. */
const projects = ['e2e', 'server', 'tools', 'extension', 'shared']

/** A test file and the project it belongs to; the path is from the root, with slashes. */
export interface TestFile {
  project: string
  path: string
}

const toRank = (list: readonly string[], name: string) => {
  const place = list.indexOf(name)
  return place < 0 ? list.length : place
}

/** For `sort`: what comes first. */
export const compareLength = (a: TestFile, b: TestFile): number =>
  toRank(longest, a.path) - toRank(longest, b.path) ||
  toRank(projects, a.project) - toRank(projects, b.project)

/** Vitest itself knows how long files take only from a run before, which a clean clone has not had. */
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
