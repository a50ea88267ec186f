import { describe, expect, it, vi } from 'vitest'
import { PictureError } from '../../../extension/platform/browser/picture-error.ts'
import { StorageError } from '../../../extension/platform/storage/storage-error.ts'
import {
  FetchError,
  isListProblem,
  type Problem,
  parseProblem,
  problemOf,
} from '../../../extension/remote/problem.ts'
import { FrescoError, type FrescoErrorCode } from '../../../shared/client/fresco-error.ts'

const toProblem = <Kind>(kind: Kind) => ({ kind })
const ofServer: Problem[] = [
  ...(['unreachable', 'not-a-catalogue', 'no-match', 'no-pictures'] as const).map(toProblem),
  ...(['storage-full', 'unexpected'] as const).map(toProblem),
  { kind: 'refused', status: 500 },
]
const ofWebCatalogue = (['no-index', 'no-rows', 'no-cors'] as const).map(toProblem)
const ofList: Problem[] = [
  { kind: 'no-list', list: '@ada' },
  { kind: 'empty-list', list: '@ada' },
  { kind: 'no-favorites' },
]

describe('parseProblem', () => {
  it.each([...ofServer, ...ofWebCatalogue, ...ofList])('knows %j again', (problem) =>
    expect(parseProblem({ ...problem })).toEqual(problem),
  )

  it.each([undefined, null, 'x', {}])('is none for %j', (stored) =>
    expect(parseProblem(stored)).toBeNull(),
  )
})

describe('problemOf', () => {
  const ofAnswer = (status: number, code: FrescoErrorCode = 'UNEXPECTED_ANSWER') =>
    new FrescoError(code, '', { status })

  it.each<[Error, Problem]>([
    [new FetchError({ kind: 'no-index' }), { kind: 'no-index' }],
    [new FrescoError('UNREACHABLE', ''), { kind: 'unreachable' }],
    [
      new FrescoError('UNREACHABLE', '', { cause: new TypeError('Failed to fetch') }),
      { kind: 'unreachable' },
    ],
    [ofAnswer(200), { kind: 'not-a-catalogue' }],
    [ofAnswer(404), { kind: 'not-a-catalogue' }],
    [ofAnswer(404, 'REFUSED'), { kind: 'refused', status: 404 }],
    [ofAnswer(503), { kind: 'refused', status: 503 }],
    [new PictureError('damaged'), { kind: 'no-pictures' }],
    [new StorageError(new Error('QUOTA_BYTES quota exceeded')), { kind: 'storage-full' }],
    [new StorageError(new Error('IO error: FILE_ERROR_NO_SPACE')), { kind: 'storage-full' }],
    [new DOMException('', 'QuotaExceededError'), { kind: 'storage-full' }],
  ])('explains %s', (error, problem) => expect(problemOf(error)).toEqual(problem))

  it.each([
    new TypeError('x is not a function'),
    new DOMException('', 'DataCloneError'),
    new StorageError(new DOMException('The profile is damaged', 'UnknownError')),
    new RangeError('Maximum call stack size exceeded'),
    'text',
  ])('logs a bug: %s', (bug) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    expect(problemOf(bug)).toEqual({ kind: 'unexpected' })
    expect(log.mock.calls).toEqual([[bug]])
    log.mockRestore()
  })
})

describe('isListProblem', () => {
  it('tells a list that has nothing from a server that has nothing', () => {
    expect(ofList.filter(isListProblem)).toEqual(ofList)
    expect([...ofServer, null].filter(isListProblem)).toEqual([])
  })

  it('tells a bug from a failed request also inside the error of a client', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const error = new FrescoError('UNREACHABLE', '', { cause: new RangeError('Too deep') })
    expect(problemOf(error)).toEqual({ kind: 'unexpected' })
    log.mockRestore()
  })
})
