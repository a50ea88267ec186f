import { describe, expect, it } from 'vitest'
import { isListProblem, type Problem, parseProblem } from '../../../extension/remote/problem.ts'

const ofServer: Problem[] = [
  { kind: 'unreachable' },
  { kind: 'refused', status: 500 },
  { kind: 'not-a-catalogue' },
  { kind: 'no-match' },
  { kind: 'no-pictures' },
  { kind: 'storage-full' },
]
const ofWebCatalogue: Problem[] = [
  { kind: 'no-index' },
  { kind: 'no-rows' },
  { kind: 'no-lfs' },
  { kind: 'no-cors' },
]
const ofList: Problem[] = [
  { kind: 'no-list', list: '@ada' },
  { kind: 'empty-list', list: '@ada' },
  { kind: 'no-favorites' },
]

describe('parseProblem', () => {
  it.each([...ofServer, ...ofWebCatalogue, ...ofList])('knows %j again', (problem) =>
    expect(parseProblem({ ...problem })).toEqual(problem),
  )

  it.each([undefined, null, 'x', { kind: 'else' }, { kind: 'no-list', list: 'ada' }])(
    'is none for %j',
    (stored) => expect(parseProblem(stored)).toBeNull(),
  )
})

describe('isListProblem', () => {
  it('tells a list that has nothing from a server that has nothing', () => {
    expect(ofList.filter(isListProblem)).toEqual(ofList)
    expect([...ofServer, null].filter(isListProblem)).toEqual([])
  })
})
