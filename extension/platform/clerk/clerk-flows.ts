import type { createClerkClient } from '@clerk/chrome-extension/client'

type Clerk = ReturnType<typeof createClerkClient>

export type ClerkStep =
  | { kind: 'done'; person: NonNullable<ReturnType<typeof toPerson>> }
  | { kind: 'code-sent'; email: string }
  | { kind: 'unsupported' }
  /** Clerk no longer accepts a code for this sign-in. */
  | { kind: 'expired' }

export type ClerkFlows = ReturnType<typeof createClerkFlows>

type Client = NonNullable<Clerk['client']>
type SignIn = Client['signIn']
type SignUp = Client['signUp']
type NewcomerField = 'username' | 'email' | 'password'

/** The steps of a sign-in at Clerk. A step that Clerk refuses rejects with Clerk's `ClerkAPIResponseError`. */
export const createClerkFlows = (clerk: Clerk) => {
  const client = (): Client => {
    if (clerk.client) return clerk.client
    throw new Error('Clerk has not loaded')
  }
  const person = () => toPerson(clerk)

  const finish = async (session: string): Promise<ClerkStep> => {
    await clerk.setActive({ session })
    const signedIn = person()
    if (!signedIn) throw new Error('Clerk started a session, but its answer has no session id')
    return { kind: 'done', person: signedIn }
  }
  const goOn = async (attempt: SignIn | SignUp): Promise<ClerkStep> => {
    if (attempt.createdSessionId) return finish(attempt.createdSessionId)
    return isSignUp(attempt) ? askForSignUpCode(attempt) : askForSignInCode(attempt)
  }
  const pending = () => [client().signUp, client().signIn].find(isWaiting)

  return {
    person,
    signIn: async (identifier: string, password?: string) =>
      goOn(
        await client().signIn.create({ identifier, ...(password !== undefined && { password }) }),
      ),
    signUp: async ({ username, email, password }: Record<NewcomerField, string>) =>
      goOn(await client().signUp.create({ username, emailAddress: email, password })),
    verify: async (code: string): Promise<ClerkStep> => {
      const attempt = pending()
      if (attempt) return goOn(await giveCode(attempt, code))
      // Clerk waits for no code. If somebody is signed in, Clerk accepted an earlier code whose answer was lost.
      const signedIn = person()
      return signedIn ? { kind: 'done', person: signedIn } : { kind: 'expired' }
    },
    resendCode: async (): Promise<ClerkStep> => {
      const attempt = pending()
      return attempt ? goOn(attempt) : { kind: 'expired' }
    },
    // `clerk.signOut()` is not used, because it needs a `window`, which a worker does not have.
    signOut: async () => void (await client().removeSessions()),
    /** Resolves with a session token (JWT), or `undefined` if nobody is signed in. `fresh` skips Clerk's cache. */
    fetchToken: async ({ fresh }: { fresh: boolean }) =>
      (await clerk.session?.getToken({ skipCache: fresh })) ?? undefined,
  }
}

const toPerson = ({ user }: Clerk) => {
  if (!user) return
  const { id, username, fullName, imageUrl } = user
  return { id, username, name: fullName || username || '', image: imageUrl }
}

const isSignUp = (attempt: SignIn | SignUp): attempt is SignUp => 'unverifiedFields' in attempt

const needsSecondFactor = ({ status }: SignIn) =>
  // Clerk answers `needs_client_trust` to a correct password from a device that it does not know yet.
  status === 'needs_second_factor' || status === 'needs_client_trust'

const isWaiting = (attempt: SignIn | SignUp): boolean =>
  isSignUp(attempt)
    ? attempt.status === 'missing_requirements'
    : attempt.status === 'needs_first_factor' || needsSecondFactor(attempt)

const askForSignUpCode = async (signUp: SignUp): Promise<ClerkStep> => {
  const needsMore = signUp.unverifiedFields.some((field) => field !== 'email_address')
  if (needsMore || signUp.missingFields.length > 0) return { kind: 'unsupported' }
  await signUp.prepareEmailAddressVerification({ strategy: 'email_code' })
  return { kind: 'code-sent', email: signUp.emailAddress ?? '' }
}

const askForSignInCode = async (signIn: SignIn): Promise<ClerkStep> => {
  const isSecond = needsSecondFactor(signIn)
  const factors = (isSecond ? signIn.supportedSecondFactors : signIn.supportedFirstFactors) ?? []
  const factor = factors.find((known) => known.strategy === 'email_code')
  if (!factor) return { kind: 'unsupported' }
  const { emailAddressId, safeIdentifier } = factor
  const wanted = { strategy: 'email_code', emailAddressId } as const
  if (isSecond) await signIn.prepareSecondFactor(wanted)
  else await signIn.prepareFirstFactor(wanted)
  return { kind: 'code-sent', email: safeIdentifier }
}

const giveCode = (attempt: SignIn | SignUp, code: string): Promise<SignIn | SignUp> => {
  const given = { strategy: 'email_code', code } as const
  if (isSignUp(attempt)) return attempt.attemptEmailAddressVerification({ code })
  return needsSecondFactor(attempt)
    ? attempt.attemptSecondFactor(given)
    : attempt.attemptFirstFactor(given)
}
