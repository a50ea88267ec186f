import { describe, expect, it } from 'vitest'
import {
  type Account,
  type AccountState,
  createChosenAccount,
} from '../../../../extension/features/account/account.ts'

const makeAccount = (provider: AccountState['provider']): Account => {
  const parts: Partial<Account> = {
    current: async () => ({ provider, kind: 'signed-out' }),
    getToken: async () => `token of ${provider}`,
    onChange: () => () => {},
  }
  return parts as Account
}

describe('createChosenAccount', () => {
  let chosen = 'https://fresco.test'
  const listeners = new Set<() => void>()
  const server = {
    read: async () => chosen,
    onChange: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const choose = (url: string) => {
    chosen = url
    for (const listener of listeners) listener()
  }
  const local = { ...makeAccount('local'), onChange: server.onChange }
  const clerk = { account: makeAccount('clerk'), server: 'https://fresco.test' }

  it('shows tokens of Clerk to the one server that they are for', async () => {
    const account = createChosenAccount({ server, local, clerk })
    choose('https://fresco.test')
    expect(await account.getToken()).toBe('token of clerk')
    choose('https://evil.test')
    expect(await account.getToken()).toBe('token of local')
  })

  it('gives no token to a server that is not chosen any more', async () => {
    const account = createChosenAccount({ server, local, clerk })
    const of = { server: 'https://fresco.test', id: 'ada' }
    choose('https://evil.test')
    expect(await account.getToken({ of })).toBeUndefined()
    choose('https://fresco.test')
    expect(await account.getToken({ of })).toBe('token of clerk')
  })

  it('tells of the other account when another server is chosen', async () => {
    const account = createChosenAccount({ server, local, clerk })
    const heard: AccountState[] = []
    const stop = account.onChange(async () => heard.push(await account.current()))
    choose('https://fresco.test')
    await expect.poll(() => heard.at(-1)).toEqual(isOf('clerk'))
    choose('https://other.test')
    await expect.poll(() => heard.at(-1)).toEqual(isOf('local'))
    stop()
    expect(listeners.size).toBe(0)
  })

  it('is the account of the server in a build without Clerk', async () => {
    const account = createChosenAccount({ server, local })
    choose('https://fresco.test')
    expect((await account.current()).provider).toBe('local')
  })
})

const isOf = (provider: string) => expect.objectContaining({ provider })
