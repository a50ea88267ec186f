/** People change favorites, and the server must store every change that it confirmed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createAsker } from './ask.ts'

const idsOfEach = 30
const pauseMs = 20
const longestMs = 30_000

export interface HeartsReport {
  acknowledged: number
  again: number
  /** Changes that failed for good: the server rejected them, or never confirmed them in time. */
  refused: string[]
  wrong: string[]
}

interface Person {
  token: string
  username: string
}

/** No other connection uses its wallpaper ids, so the expected favorites are known. */
const createChanger = (origin: string, person: Person, name: string, report: HeartsReport) => {
  const { ask, close } = createAsker(origin)
  const ids = Array.from({ length: idsOfEach }, (_, n) => `${name}-${n}`)
  const added = new Set<string>()

  const check = (favorites: readonly string[], when: string) => {
    const mine = favorites.filter((id) => id.startsWith(`${name}-`))
    const missing = [...added].filter((id) => !mine.includes(id))
    const surplus = mine.filter((id) => !added.has(id))
    const twice = mine.length - new Set(mine).size
    if (missing.length + surplus.length + twice > 0)
      report.wrong.push(
        `${when}, ${name}: missing ${missing}, unexpected ${surplus}, ${twice} duplicates`,
      )
  }
  /** Sends one change repeatedly until the server confirms it, as the extension does. */
  const change = async (id: string) => {
    const action = added.has(id) ? 'remove' : 'add'
    const until = Date.now() + longestMs
    let last = ''
    while (Date.now() < until) {
      const body = { wallpaperId: id, action }
      const answer = await ask('PATCH', '/api/favorites', { token: person.token, body }).catch(
        (error: Error) => ({ status: 0, body: error.message }),
      )
      if (answer.status === 200) {
        if (action === 'add') added.add(id)
        else added.delete(id)
        report.acknowledged += 1
        return check(JSON.parse(answer.body).favorites, 'during the run')
      }
      report.again += 1
      last = `${answer.status} ${answer.body.slice(0, 200)}`
      if (![0, 429, 502, 503, 504].includes(answer.status)) report.refused.push(last)
      await sleep(100)
    }
    report.refused.push(`not acknowledged within 30 seconds: ${last}`)
  }
  return {
    run: async (isOver: () => boolean) => {
      while (!isOver()) {
        await change(ids[Math.floor(Math.random() * ids.length)] as string)
        await sleep(pauseMs)
      }
      close()
    },
    check,
    count: () => added.size,
  }
}

const signUp = async (origin: string, username: string): Promise<Person> => {
  const { ask, close } = createAsker(origin)
  const body = { username, password: 'correct horse' }
  const answer = await ask('POST', '/api/auth/sign-up/username', { body })
  close()
  return { username, token: JSON.parse(answer.body).token }
}

const readList = async (origin: string, { token }: Person): Promise<string[]> => {
  const { ask, close } = createAsker(origin)
  const { body } = await ask('GET', '/api/favorites', { token })
  close()
  return JSON.parse(body).favorites
}

/** `finish` compares every replica's favorites with the confirmed changes. */
export const createHearts = async (
  origin: string,
  { people, connections }: { people: number; connections: number },
) => {
  const report: HeartsReport = { acknowledged: 0, again: 0, refused: [], wrong: [] }
  const persons = await Promise.all(
    Array.from({ length: people }, (_, n) => signUp(origin, `soak_${n}`)),
  )
  const changers = persons.map((person) =>
    Array.from({ length: connections }, (_, n) =>
      createChanger(origin, person, `${person.username}-${n}`, report),
    ),
  )
  return {
    report,
    run: (isOver: () => boolean) => Promise.all(changers.flat().map(({ run }) => run(isOver))),
    finish: async (replicas: readonly string[]) => {
      for (const replica of replicas)
        for (const [at, person] of persons.entries()) {
          const list = await readList(replica, person)
          const own = changers[at] ?? []
          for (const { check } of own) check(list, 'at the end')
          const expected = own.reduce((sum, { count }) => sum + count(), 0)
          if (list.length !== expected)
            report.wrong.push(`${person.username}: ${list.length} favorites instead of ${expected}`)
        }
      return changers.flat().reduce((sum, { count }) => sum + count(), 0)
    },
  }
}
