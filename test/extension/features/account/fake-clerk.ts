import type { ClerkFlows, ClerkStep } from '../../../../extension/platform/clerk/clerk-flows.ts'

type Person = Parameters<ClerkFlows['signUp']>[0]

/** Creates an error in the shape of the errors that Clerk's SDK throws. */
export const refusal = (status: number, code: string, more: object = {}) =>
  Object.assign(new Error(code), { status, errors: [{ code, longMessage: code, ...more }] })

/**
 * A fake Clerk for one device, in memory. As with the real Clerk, the session remains when a client
 * is discarded.
 */
export const createFakeClerk = () => {
  const people = new Map<string, Person>()
  const counts = { connections: 0, abandoned: 0, tokens: 0, forgotten: 0 }
  const code = '123456'
  let session: string | undefined
  let waiting: Person | undefined
  let fault: unknown

  const toPerson = (username: string) => ({ id: username, username, name: username, image: '' })
  const start = (username: string): ClerkStep => {
    session = username
    waiting = undefined
    return { kind: 'done', person: toPerson(username) }
  }
  const endSession = () => {
    session = undefined
  }
  const fail = async () => {
    if (fault === 'hang') await new Promise(() => {})
    if (fault !== undefined) throw fault
  }
  const failOrRefuseSecondSession = async () => {
    await fail()
    if (session) throw refusal(400, 'session_exists')
  }
  const flows: ClerkFlows = {
    person: () => (session ? toPerson(session) : undefined),
    signIn: async (identifier, password) => {
      await failOrRefuseSecondSession()
      const known = people.get(identifier)
      if (!known) throw refusal(422, 'form_identifier_not_found')
      if (password !== known.password) throw refusal(422, 'form_password_incorrect')
      return start(known.username)
    },
    signUp: async (input) => {
      await failOrRefuseSecondSession()
      if (people.has(input.username))
        throw refusal(422, 'form_identifier_exists', { meta: { paramName: 'username' } })
      waiting = input
      return { kind: 'code-sent', email: input.email }
    },
    verify: async (given) => {
      await fail()
      if (!waiting) return session ? start(session) : { kind: 'expired' }
      if (given !== code) throw refusal(422, 'form_code_incorrect')
      people.set(waiting.username, waiting)
      return start(waiting.username)
    },
    resendCode: async () => ({ kind: 'code-sent', email: waiting?.email ?? '' }),
    signOut: async () => {
      await fail()
      endSession()
    },
    fetchToken: async () => {
      await fail()
      counts.tokens += 1
      return session && `token ${counts.tokens} of ${session}`
    },
  }
  return {
    counts,
    code,
    connect: () => {
      counts.connections += 1
      const abandon = () => void counts.abandoned++
      return { flows: Promise.resolve(flows), abandon }
    },
    forgetDevice: async () => {
      counts.forgotten += 1
      endSession()
    },
    /** Makes every later call reject with `next`. With 'hang', calls never settle. */
    fail: (next: unknown) => {
      fault = next
    },
    endSession,
  }
}
