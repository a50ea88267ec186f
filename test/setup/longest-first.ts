import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that mostly wait use cores that the browser tests leave idle. */
const longest = [
  'test/below-a-path.long.test.ts',
  'test/package.long.test.ts',
  'test/release.long.test.ts',
  'test/e2e/tab.eight-hours.long.test.ts',
  'test/e2e/newtab.stopped.long.test.ts',
  'test/deploy/proxies.long.test.ts',
  'test/e2e/favorites.clerk.long.test.ts',
  'test/server/cli/fresco.test.ts',
  'test/server/cli/admin.test.ts',
  'test/server/cli/admin/backup-commands.test.ts',
  'test/e2e/favorites.sync.test.ts',
  'test/e2e/site.plain-files.test.ts',
  'test/e2e/site.pages.test.ts',
  'test/e2e/web-catalogue.extension.test.ts',
  'test/e2e/newtab.server.test.ts',
  'test/server/main.test.ts',
  'test/e2e/picture-workers.test.ts',
  'test/e2e/newtab.control.test.ts',
  'test/server/adapters/redis/lock.test.ts',
  'test/server/favorites.test.ts',
  'test/server/sources/github.private.test.ts',
  'test/server/compose/compose.upstreams.test.ts',
  'test/server/cli/publish.test.ts',
  'test/server/cli/export/export-site.test.ts',
  'test/server/adapters/folder/facts.test.ts',
  'test/server/main.database.test.ts',
]
/** Short files come last, because they distribute evenly over the workers. */
const projects = ['e2e', 'server', 'extension', 'shared']

interface TestFile {
  project: string
  path: string
}

const toRank = (list: readonly string[], name: string) => {
  const place = list.indexOf(name)
  return place < 0 ? list.length : place
}

const compareLength = (a: TestFile, b: TestFile): number =>
  toRank(longest, a.path) - toRank(longest, b.path) ||
  toRank(projects, a.project) - toRank(projects, b.project)

/** In a fresh clone, Vitest does not know how long files take. */
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
