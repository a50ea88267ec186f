import type { Plan } from './plan.ts'

const maxNames = 5

const count = (number: number) => `${number} picture${number === 1 ? '' : 's'}`

const names = (all: readonly string[]): string => {
  const shown = all.slice(0, maxNames).join(', ')
  const more = all.length - maxNames
  return more > 0 ? `${shown} and ${more} more` : shown
}

const line = (label: string, all: readonly string[], note = '') =>
  all.length === 0
    ? []
    : [`  ${label.padEnd(12)}${String(all.length).padStart(5)}  ${note}${names(all)}`]

export const describePlan = (
  { add, replace, same, missing }: Plan,
  { broken, deletes }: { broken: number; deletes: boolean },
): string[] => {
  const paths = (pictures: Plan['add']) => pictures.map(({ path }) => path)
  const gone = missing.map(({ path, id }) => path ?? id)
  return [
    'Plan:',
    ...line('upload', paths(add)),
    ...line('replace', paths(replace)),
    ...(same.length > 0 ? [`  ${'unchanged'.padEnd(12)}${String(same.length).padStart(5)}`] : []),
    ...(broken > 0 ? [`  ${'left out'.padEnd(12)}${String(broken).padStart(5)}  see above`] : []),
    ...(deletes
      ? line('DELETE', gone)
      : line('missing', gone, 'not in the folder, stays published: ')),
    ...(add.length + replace.length + same.length + missing.length + broken === 0
      ? ['  There are no pictures in the folder (jpg, png, webp, avif)']
      : []),
  ]
}

interface Outcome {
  uploaded: number
  deleted: number
  failed: number
  broken: number
  commit: string | undefined
}

export const describeOutcome = (outcome: Outcome): string[] => {
  const { uploaded, deleted, failed, broken, commit } = outcome
  const counts = [`${count(uploaded)} uploaded`]
  if (deleted > 0) counts.push(`${count(deleted)} deleted`)
  if (failed > 0) counts.push(`${count(failed)} failed (run the command again to retry)`)
  if (broken > 0) counts.push(`${count(broken)} left out`)
  const committed =
    commit === undefined
      ? 'index.json and tags.json are up to date, so there was nothing to commit'
      : `Committed index.json and tags.json as ${commit.slice(0, 7)}`
  return [committed, counts.join(', ')]
}

export const describeCommit = (uploaded: number, deleted: number): string => {
  if (uploaded === 0)
    return deleted === 0 ? 'Bring the catalogue up to date' : `Remove ${count(deleted)}`
  const published = `Publish ${count(uploaded)}`
  return deleted === 0 ? published : `${published}, remove ${count(deleted)}`
}

export const describeInterruption = (uploaded: number, left: number): string =>
  `Stopped: ${count(uploaded)} uploaded, ${left} left, nothing committed. Run the command again to continue.`
