import { dayMs } from '../../../shared/days.ts'
import { type RunStatements, toText } from '../../database/statements.ts'

// Expired invites are listed for a week, so that an administrator sees why a link no longer works.
const expiredInviteMs = 7 * dayMs

export const deleteExpired = (run: RunStatements, now: number) =>
  run([
    { text: 'DELETE FROM "session" WHERE "expiresAt" < $1', values: [toText(now)] },
    { text: 'DELETE FROM "reservedUsername" WHERE "until" <= $1', values: [now] },
    { text: 'DELETE FROM "invite" WHERE "expiresAt" < $1', values: [now - expiredInviteMs] },
    { text: 'DELETE FROM "pairing" WHERE "expiresAt" <= $1', values: [now] },
  ])
