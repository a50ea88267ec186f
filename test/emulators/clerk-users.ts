import { randomUUID } from 'node:crypto'
import type { ClerkUser } from './clerk-backend.ts'

/**
 * A user's e-mail address and password for signing in. Only the emulated Frontend API stores them.
 */
export interface Credentials {
  email: string
  password: string
}

export interface ClerkUsers {
  byId: Map<string, ClerkUser>
  signUp(person: Credentials & { username: string }): ClerkUser
  find(identifier: string): ClerkUser | undefined
  credentialsOf(id: string): Credentials | undefined
}

/** Pass the users of an emulated Backend API to let both emulators share them. */
export const createClerkUsers = (byId: Map<string, ClerkUser>): ClerkUsers => {
  const credentials = new Map<string, Credentials>()
  const isNamed = (user: ClerkUser, name: string) =>
    user.username?.toLowerCase() === name || credentials.get(user.id)?.email.toLowerCase() === name
  return {
    byId,
    credentialsOf: (id) => credentials.get(id),
    find: (identifier) => {
      const name = identifier.trim().toLowerCase()
      return [...byId.values()].find((user) => isNamed(user, name))
    },
    signUp: ({ username, email, password }) => {
      const user = makeUser(username.toLowerCase())
      byId.set(user.id, user)
      credentials.set(user.id, { email, password })
      return user
    },
  }
}

const makeUser = (username: string): ClerkUser => {
  const id = `user_${randomUUID().replaceAll('-', '')}`
  return {
    id,
    username,
    first_name: null,
    image_url: `https://img.clerk.com/${id}`,
    public_metadata: {},
  }
}
