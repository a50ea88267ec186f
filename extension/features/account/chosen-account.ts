import { onAnyChange } from '../../platform/storage/stored-item.ts'
import type { Account } from './account.ts'

interface ChosenAccountDeps {
  server: { read(): Promise<string>; onChange(listener: () => void): () => void }
  local: Account
  /** Only the server that the extension was built for may see the tokens of an account at Clerk. */
  clerk?: { account: Account; server: string } | undefined
}

export const createChosenAccount = ({ server, local, clerk }: ChosenAccountDeps): Account => {
  if (!clerk) return local
  const accountOf = (url: string) => (url === clerk.server ? clerk.account : local)
  const choose = async () => accountOf(await server.read())
  return {
    current: async () => (await choose()).current(),
    signUp: async (wish) => (await choose()).signUp(wish),
    signIn: async (wish) => (await choose()).signIn(wish),
    verify: async (code) => (await choose()).verify(code),
    resendCode: async () => (await choose()).resendCode(),
    signOut: async () => (await choose()).signOut(),
    refresh: async () => (await choose()).refresh(),
    getToken: async (wish) => {
      const url = await server.read()
      return wish?.of && wish.of.server !== url ? undefined : accountOf(url).getToken(wish)
    },
    onChange: (listener) => onAnyChange([server, local, clerk.account], listener),
  }
}
