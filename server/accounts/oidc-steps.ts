import { DomainError } from '../domain-error.ts'
import { type AttemptCounter, countAttempt } from '../identity/attempt-limits.ts'
import type { Client } from './account-steps.ts'
import type { FoundPerson, OidcAttempt, OidcProvider } from './oidc-provider.ts'
import { admit, type SignUpPolicy } from './store/invites.ts'
import type { LinkedAccounts } from './store/linked-accounts.ts'
import type { SignedInUser } from './store/sessions.ts'

export interface OidcStepsDeps {
  provider: OidcProvider
  linked: LinkedAccounts
  /** Counts per network address the answers of the provider that are checked. */
  answers: AttemptCounter
  signUps: AttemptCounter
  signUpPolicy: SignUpPolicy
}

export interface Answer {
  parameters: URLSearchParams
  attempt: OidcAttempt
}

/** What a person does at the provider. Every function throws an OidcError or a DomainError. */
export const createOidcSteps = ({
  provider,
  linked,
  answers,
  signUps,
  signUpPolicy,
}: OidcStepsDeps) => {
  const findPerson = async (
    { parameters, attempt }: Answer,
    { address }: Client,
    again: boolean,
  ): Promise<FoundPerson> => {
    await countAttempt(answers, address.key)
    return provider.finish(parameters, attempt, { again })
  }

  const signUp = async (
    person: FoundPerson,
    invite: string | undefined,
    { address, device }: Client,
  ): Promise<SignedInUser> => {
    await countAttempt(signUps, address.key)
    const used = await admit(signUpPolicy, invite)
    const names = await person.findNames()
    return linked.signUp(person, { names, device, inviteId: used?.id })
  }

  return {
    begin: provider.begin,

    /** Signs a person in, or creates an account for a person who is not known yet. */
    signIn: async (answer: Answer, invite: string | undefined, client: Client) => {
      const person = await findPerson(answer, client, false)
      const known = await linked.signIn(person, client.device)
      return known ?? signUp(person, invite, client)
    },

    link: async (answer: Answer, userId: string, client: Client): Promise<void> =>
      linked.link(userId, await findPerson(answer, client, false)),

    /** Checks that the person who signed in once more at the provider is the user. */
    confirm: async (answer: Answer, userId: string, client: Client): Promise<void> => {
      const person = await findPerson(answer, client, true)
      if ((await linked.findUser(person)) !== userId)
        throw new DomainError('FORBIDDEN', 'Somebody else signed in at the provider')
    },
  }
}
