import type { Current } from './deck.ts'
import type { Problem } from './problem.ts'

export type NoticeInput = {
  shown: Current['source']
  /** Host of the server, as the person knows it. */
  host: string
  problem: Problem | null
  /** Whether the server was ever asked with these settings. */
  wasAsked: boolean
  /** How many wallpapers wait for the next tabs. */
  waiting: number
}

/** The one line that says why a built-in wallpaper is shown; `undefined` when none is. */
export const toNotice = (input: NoticeInput): string | undefined => {
  if (input.shown === 'catalogue') return
  if (input.waiting > 0) return 'Your wallpapers are here: press Next, or open a new tab.'
  if (input.problem) return `${explain(input.problem, input.host)} — showing built-in wallpapers.`
  if (!input.wasAsked) return 'Getting your first wallpapers: they will be here in the next tab.'
  return 'Getting more wallpapers: they will be here in the next tab.'
}

/**
 * Why there is no heart on a wallpaper of another server than `server`, which has the favorites:
 * it would come to a list where nobody knows its id. `undefined` when there is a heart.
 */
export const toStrangerNotice = (
  shown: Current | undefined,
  server: string,
): string | undefined => {
  if (shown?.source !== 'catalogue' || shown.wallpaper.server === server) return
  const [from, to] = [toHost(shown.wallpaper.server), toHost(server)]
  return `This wallpaper is from ${from}: it can’t be a favorite at ${to}.`
}

/** A problem in words that a person understands, without a full stop. */
export const explain = (problem: Problem, host: string): string => {
  switch (problem.kind) {
    case 'unreachable':
      return `Can’t reach the wallpaper server at ${host}`
    case 'refused':
      return explainStatus(problem.status, host)
    case 'not-a-catalogue':
      return `${host} answers, but not as a wallpaper server`
    case 'no-match':
      return 'No wallpaper matches your filters'
    case 'no-pictures':
      return `The pictures from ${host} could not be loaded`
    case 'storage-full':
      return 'The browser has no room to keep wallpapers'
  }
}

const explainStatus = (status: number, host: string) =>
  status === 429
    ? `The wallpaper server at ${host} asks for a little patience`
    : `The wallpaper server at ${host} answered with an error (${status})`

/** `127.0.0.1:8787` of `http://127.0.0.1:8787/path`. */
export const toHost = (server: string): string => URL.parse(server)?.host ?? server
