import { describe, expect, it } from 'vitest'
import { usernamesFor } from '../../../../server/accounts/store/linked-accounts.ts'
import { usernameSchema } from '../../../../shared/account-api.ts'

const firstFor = (wish?: string) => usernamesFor(Math.random, wish).next().value

describe('usernamesFor', () => {
  it.each([
    ['Ada.Lovelace', 'ada.lovelace'],
    ['ada@example.com', 'ada'],
    ['Zoë Müller', 'zoe_muller'],
    ['CORP\\ada', 'corp_ada'],
    ['jo', 'user_jo'],
    ['李小龍', 'user'],
    ['', 'user'],
    [undefined, 'user'],
    ['x'.repeat(40), 'x'.repeat(30)],
  ])('makes a username of %j', (wish, username) => {
    expect(firstFor(wish)).toBe(username)
  })

  it('appends small numbers first, then random ones, and keeps within the length', () => {
    const names = [...usernamesFor(() => 0.5, 'y'.repeat(30))]
    expect(names.slice(1, 3)).toEqual([`${'y'.repeat(29)}2`, `${'y'.repeat(29)}3`])
    expect(names.at(-1)).toBe(`${'y'.repeat(26)}5500`)
    for (const name of names) expect(usernameSchema.parse(name)).toBe(name)
  })
})
