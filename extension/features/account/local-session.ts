import { createStoredItem } from '../../platform/storage/stored-item.ts'
import { toRecord, toText } from '../../platform/unknown.ts'
import { type Person, parsePerson } from './account.ts'

/** A session at a catalogue server that has its own accounts. */
export interface LocalSession {
  /** The only server that may see the token. */
  server: string
  token: string
  person: Person
  /** The server no longer accepts the token. */
  isEnded: boolean
}

const parseLocalSession = (value: unknown): LocalSession | null => {
  const stored = toRecord(value)
  const [server, token] = [toText(stored.server), toText(stored.token)]
  const person = parsePerson(stored.person)
  if (!server || !token || !person) return null
  return { server, token, person, isEnded: stored.isEnded === true }
}

/** The one owner of the stored session. */
export const localSessionItem = createStoredItem<LocalSession | null>({
  key: 'account.local',
  parse: parseLocalSession,
})
