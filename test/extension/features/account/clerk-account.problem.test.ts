import { describe, expect, it } from 'vitest'
import { toClerkError } from '../../../../extension/features/account/clerk-account.ts'
import { refusal } from './fake-clerk.ts'

const problemOf = (cause: unknown) => toClerkError(cause).problem

describe('toClerkError', () => {
  it.each([
    ['form_password_incorrect', 'wrong-credentials', 'password'],
    ['form_identifier_not_found', 'wrong-credentials', 'username'],
    ['form_code_incorrect', 'wrong-code', 'code'],
    ['verification_expired', 'code-expired', 'code'],
  ])('knows %s', (code, expected, field) => {
    expect(problemOf(refusal(422, code))).toMatchObject({ code: expected, field })
  })

  it('passes on what Clerk says of a field', () => {
    const meta = { paramName: 'email_address' }
    const taken = refusal(422, 'form_identifier_exists', { longMessage: 'Taken.', meta })
    expect(problemOf(taken)).toEqual({ code: 'taken', field: 'email', text: 'Taken.' })
    const invalid = refusal(422, 'form_param_format_invalid', { longMessage: 'Odd.', meta })
    expect(problemOf(invalid)).toEqual({ code: 'invalid', field: 'email', text: 'Odd.' })
  })

  it('says how long to wait', () => {
    const problem = (retryAfter?: number) =>
      problemOf(Object.assign(refusal(429, 'too_many_requests'), { retryAfter }))
    expect(problem(1).text).toBe('Too many attempts. Try again in 1 second.')
    expect(problem(600)).toMatchObject({ retryAfterMs: 600_000 })
    expect(problem(600).text).toBe('Too many attempts. Try again in 10 minutes.')
    expect(problem().text).toBe('Too many attempts. Try again in a few minutes.')
  })

  it.each([
    new Error('No answer within 5 ms'),
    new TypeError('Failed to fetch'),
    refusal(500, 'x'),
    undefined,
    refusal(503, 'y'),
  ])('takes %s for a service that cannot be reached', (cause) => {
    expect(problemOf(cause).code).toBe('unreachable')
  })
})
