import { describe, expect, it } from 'vitest'
import { toDomainError } from '../../../server/database/database-failure.ts'
import { DomainError } from '../../../server/domain-error.ts'

describe('toDomainError', () => {
  it.each([
    ['SQLITE_BUSY', { errcode: 5 }],
    ['SQLITE_BUSY_SNAPSHOT', { errcode: 517 }],
    ['SQLITE_FULL', { errcode: 13 }],
    ['SQLITE_IOERR_SHMSIZE, of a full disk', { errcode: 4874 }],
    ['SQLITE_IOERR_WRITE, of a quota', { errcode: 778 }],
    ['a shutdown of PostgreSQL', { severity: 'FATAL', code: '57P01' }],
    ['a full disk of PostgreSQL', { severity: 'ERROR', code: '53100' }],
    ['a standby of PostgreSQL', { severity: 'ERROR', code: '25006' }],
    ['a lost connection', { code: 'ECONNRESET' }],
    ['a slow answer', { message: 'Query read timeout' }],
  ])('asks to try again after %s', (_, error) => {
    expect(toDomainError(error)).toMatchObject({ code: 'BUSY', cause: error })
  })

  it.each([
    ['SQLITE_CORRUPT', { errcode: 11 }],
    ['SQLITE_IOERR_READ, of a disk that fails', { errcode: 266 }],
    ['SQLITE_IOERR_CORRUPTFS', { errcode: 8458 }],
    ['a broken rule of SQLite', { errcode: 787 }],
    ['a broken rule of PostgreSQL', { severity: 'ERROR', code: '23505' }],
    ['a transaction of PostgreSQL that has failed', { severity: 'ERROR', code: '25P02' }],
    ['what has been understood already', new DomainError('UNAUTHORIZED', 'Unauthorized')],
  ])('hands on %s', (_, error) => {
    expect(toDomainError(error)).toBe(error)
  })
})
