import { t } from '../../platform/browser/texts.ts'
import { toHost } from '../../remote/problem.ts'
import { factsOf } from './all.ts'

/** What people call a source. */
export const toLabel = (name: string): string => {
  const { label } = factsOf(name)
  return label ? t(label) : toHost(name)
}
