import type { Log } from '../ports.ts'
import type { BuiltCatalogue } from './build-catalogue.ts'

/** Says what was read, and what an operator can do something about. */
export const logFindings = (
  log: Log,
  source: string,
  { catalogue, findings }: BuiltCatalogue,
  hasPrevious: boolean,
) => {
  const { missingFiles, tagsProblem, skipped } = findings
  const { count, allOf, examples } = missingFiles
  if (count > 0) log.warn({ files: examples }, absentText(count))
  if (allOf > 0) log.warn({}, noFilesText(allOf))
  if (tagsProblem) log.warn({}, tagsText(tagsProblem, hasPrevious))
  log.info({ wallpapers: catalogue.size, skipped }, `${source} catalogue read`)
}

const absentText = (count: number) =>
  `Left out of index.json, because main/ has no such file: ${count} ${count === 1 ? 'row' : 'rows'}`

const noFilesText = (count: number) =>
  `main/ holds none of the ${count} files of index.json: their addresses answer 404`

const tagsText = (problem: string, hasPrevious: boolean) =>
  `The catalogue's tags.json ${problem}; ${hasPrevious ? 'the last good one' : 'none'} is used`
