import type { MeasuredProcess } from './measured-process.ts'
import {
  type Limited,
  measureInTurns,
  ratioOf,
  startFloor,
  takeAnswer,
  toCells,
} from './server-routes.ts'

const path = '/api/favorites'
const lengths = [20, 980]

/** Compares lists of favorites with bare Hono, and changes of a long list with changes of a short one. */
export const measureHearts = async (fresco: MeasuredProcess) => {
  const table = []
  const limits: Limited[] = []
  const [short = {}, long = {}] = await Promise.all(lengths.map((each) => signUp(fresco.url, each)))
  for (const [at, headers] of [short, long].entries()) {
    const answer = await takeAnswer(fresco.url, path, { ...headers })
    const hono = await startFloor({ kind: 'hono', answers: [answer] })
    const measured = await measureInTurns({
      Hono: { server: hono, paths: [path], headers },
      Fresco: { server: fresco, paths: [path], headers },
    })
    await hono.stop()
    const route = `GET ${path}, ${lengths[at]} favorites`
    const ratio = ratioOf(measured.Fresco, measured.Hono)
    table.push({ route, ...toCells(measured.Fresco), 'of Hono': ratio })
    limits.push({ figure: `${route} of Hono`, measured: ratio, limit: 2 + 2 * at })
  }
  const paths = (['add', 'remove'] as const).map((action) => ({
    path,
    method: 'PATCH' as const,
    body: JSON.stringify({ wallpaperId: 'new-lake', action }),
  }))
  const changes = await measureInTurns({
    short: { server: fresco, paths, headers: short, connections: 8 },
    long: { server: fresco, paths, headers: long, connections: 8 },
  })
  for (const [name, measured] of Object.entries(changes))
    table.push({ route: `PATCH ${path}, ${name} list`, ...toCells(measured), 'of Hono': '' })
  const figure = 'PATCH on a long list of a short list'
  limits.push({ figure, measured: ratioOf(changes.long, changes.short), limit: 1.5 })
  return { table, limits }
}

const signUp = async (url: string, length: number): Promise<Record<string, string>> => {
  const post = async (to: string, value: object, more = {}) => {
    const headers = { 'content-type': 'application/json', ...more }
    return (await fetch(url + to, { method: 'POST', headers, body: JSON.stringify(value) })).json()
  }
  const user = { username: `with${length}`, password: 'a long password' }
  const { token } = await post('/api/auth/sign-up/username', user)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  // Hearts that the catalogue does not know are ordinary, and take the longest.
  const favorites = Array.from({ length }, (_, at) => `lake-of-old-${at}`)
  await post(path, { favorites }, headers)
  return headers
}
