import { useCallback, useRef, useState } from 'preact/hooks'

const shownMs = 5_000

/** What just happened, in a word, and how to take it back. */
export interface Said {
  text: string
  undo?: () => void
}
export type Say = (text: string, undo?: () => void) => void

/** The word that is said at the moment; it goes away by itself. */
export const useSaid = (): { said: Said | undefined; say: Say; hush: () => void } => {
  const [said, setSaid] = useState<Said>()
  const timer = useRef(0)
  const say = useCallback<Say>((text, undo) => {
    window.clearTimeout(timer.current)
    setSaid({ text, ...(undo && { undo }) })
    // What can be taken back stays a little longer.
    timer.current = window.setTimeout(() => setSaid(undefined), undo ? 2 * shownMs : shownMs)
  }, [])
  return { said, say, hush: () => setSaid(undefined) }
}
