import { statSync } from 'node:fs'
import { type Finding, ok, warning } from './findings.ts'

const timeoutMs = 10_000

/** Compares the clock of this machine with that of a server. */
export const checkClock = async (url: string, whose: string): Promise<Finding[]> => {
  const begun = Date.now()
  const answer = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined)
  return judgeDate(whose, answer?.headers.get('Date'), (begun + Date.now()) / 2)
}

/** @param date the header `Date` of an answer that was sent at `now` */
export const judgeDate = (whose: string, date: string | null | undefined, now: number) => {
  const other = Date.parse(date ?? '')
  return Number.isNaN(other) ? [] : judgeClock(whose, other - now)
}

// The header `Date` has no fractions of a second, and the answer may take seconds.
const tolerableMs = 10_000

const advice = 'switch on time synchronization, such as: sudo timedatectl set-ntp true'

/** @param offsetMs how much later the other clock is than the clock of this machine */
export const judgeClock = (whose: string, offsetMs: number): Finding[] => {
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  if (Math.abs(offsetMs) <= tolerableMs) return [ok('clock', `agrees with that of ${whose}`)]
  const text = `the clock of this machine is ${seconds} s ${offsetMs > 0 ? 'behind' : 'ahead of'} that of ${whose}, so sessions and limits end at the wrong time`
  return [warning('clock', text, advice)]
}

/** A machine without a battery for its clock may start in 1970. The file of this program is younger than that. */
export const checkOwnClock = (
  now = Date.now(),
  installed = statSync(import.meta.filename).mtimeMs,
): Finding[] => {
  if (now >= installed) return []
  const [shown, before] = [now, installed].map((ms) => new Date(ms).toISOString().slice(0, 16))
  const text = `it is ${shown}Z for this machine, but Fresco was installed at ${before}Z, so sessions and limits end at the wrong time`
  return [warning('clock', text, advice)]
}
