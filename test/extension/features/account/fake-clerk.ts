import type { ClerkConnector } from '../../../../extension/platform/clerk/clerk-client.ts'
import type { ClerkFlows, ClerkStep } from '../../../../extension/platform/clerk/clerk-flows.ts'
import type {
  ClerkToken,
  ClerkTokenItem,
} from '../../../../extension/platform/clerk/clerk-token-item.ts'

interface Known {
  username: string
  email: string
  password: string
}

export type FakeClerk = ClerkConnector & {
  counts: { connections: number; abandoned: number; tokens: number; forgotten: number }
  code: string
  tokenLifeMs: number
  /**
   * Makes every later call reject with `fault`. With 'hang', calls never settle. `undefined` ends
   * the failure.
   */
  fail(fault: unknown | 'hang'): void
  endSession(): void
}

/** Creates an error in the shape of the errors that Clerk's SDK throws. */
export const refusal = (status: number, code: string, more: object = {}) =>
  Object.assign(new Error(code), { status, errors: [{ code, longMessage: code, ...more }] })

/**
 * A fake Clerk for one device, in memory. As with the real Clerk, the session remains when a client
 * is discarded.
 */
export const createFakeClerk = (now: () => number = Date.now): FakeClerk => {
  const people = new Map<string, Known>()
  let session: string | undefined
  let waiting: Known | undefined
  let fault: unknown

  const person = () =>
    session ? { id: session, username: session, name: session, image: '' } : undefined
  const start = (username: string): ClerkStep => {
    session = username
    waiting = undefined
    return { kind: 'done', person: { id: username, username, name: username, image: '' } }
  }
  const refuseSecondSession = () => {
    if (session) throw refusal(400, 'session_exists')
  }
  const flows: ClerkFlows = {
    person,
    signIn: async (identifier, password) => {
      refuseSecondSession()
      const known = people.get(identifier)
      if (!known) throw refusal(422, 'form_identifier_not_found')
      if (password !== known.password) throw refusal(422, 'form_password_incorrect')
      return start(known.username)
    },
    signUp: async (wish) => {
      refuseSecondSession()
      if (people.has(wish.username))
        throw refusal(422, 'form_identifier_exists', { meta: { paramName: 'username' } })
      waiting = wish
      return { kind: 'code-sent', email: wish.email }
    },
    verify: async (code) => {
      if (!waiting) return session ? start(session) : { kind: 'expired' }
      if (code !== fake.code) throw refusal(422, 'form_code_incorrect')
      people.set(waiting.username, waiting)
      return start(waiting.username)
    },
    resendCode: async () => ({
      kind: 'code-sent',

      email: waiting?.email ?? '',
    }),
    signOut: async () => {
      session = undefined
    },
    fetchToken: async () => {
      fake.counts.tokens += 1
      return session && makeToken(session, now() + fake.tokenLifeMs, fake.counts.tokens)
    },
  }
  const fake: FakeClerk = {
    counts: { connections: 0, abandoned: 0, tokens: 0, forgotten: 0 },
    code: '123456',
    tokenLifeMs: 60_000,
    connect: () => {
      fake.counts.connections += 1
      const abandon = () => {
        fake.counts.abandoned += 1
      }
      return { flows: Promise.resolve(withFault(flows, () => fault)), abandon }
    },
    forgetDevice: async () => {
      fake.counts.forgotten += 1
      session = undefined
    },
    fail: (next) => {
      fault = next
    },
    endSession: () => {
      session = undefined
    },
  }
  return fake
}

const withFault = (flows: ClerkFlows, fault: () => unknown): ClerkFlows => {
  const guard =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> => {
      if (fault() === 'hang') return new Promise(() => {})
      return fault() === undefined ? work(...args) : Promise.reject(fault())
    }
  const { person, signIn, signUp, verify, resendCode, signOut, fetchToken } = flows
  return {
    person,
    signIn: guard(signIn),
    signUp: guard(signUp),
    verify: guard(verify),
    resendCode: guard(resendCode),
    signOut: guard(signOut),
    fetchToken: guard(fetchToken),
  }
}

const makeToken = (sub: string, expiresAt: number, jti: number) =>
  `e30.${btoa(JSON.stringify({ sub, jti, exp: Math.floor(expiresAt / 1000) }))}.sig`

export const createMemoryToken = (): ClerkTokenItem => {
  let token: ClerkToken | undefined
  return {
    read: async () => token,
    write: async (next) => {
      token = next
    },
    clear: async () => {
      token = undefined
    },
  }
}
