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

export const describeOutcome = ({
  uploaded,
  deleted,
  failed,
  broken,
  commit,
}: Outcome): string[] => [
  commit === undefined
    ? 'index.json and tags.json are up to date, so there was nothing to commit'
    : `Committed index.json and tags.json as ${commit.slice(0, 7)}`,
  [
    `${count(uploaded)} uploaded`,
    ...(deleted > 0 ? [`${count(deleted)} deleted`] : []),
    ...(failed > 0 ? [`${count(failed)} failed (run the command again to retry)`] : []),
    ...(broken > 0 ? [`${count(broken)} left out`] : []),
  ].join(', '),
]

export const describeCommit = (uploaded: number, deleted: number): string => {
  const parts = [
    ...(uploaded > 0 ? [`publish ${count(uploaded)}`] : []),
    ...(deleted > 0 ? [`remove ${count(deleted)}`] : []),
  ]
  const text = parts.length === 0 ? 'bring the catalogue up to date' : parts.join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export const describeInterruption = (uploaded: number, left: number): string =>
  `Stopped: ${count(uploaded)} uploaded, ${left} left, nothing committed. Run the command again to continue.`
