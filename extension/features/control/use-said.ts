import { useCallback, useRef, useState } from 'preact/hooks'

const shownMs = 5_000

export interface Said {
  text: string
  undo?: () => void
}
export type Say = (text: string, undo?: () => void) => void

export const useSaid = (): { said: Said | undefined; say: Say; hush: () => void } => {
  const [said, setSaid] = useState<Said>()
  const timer = useRef(0)
  const say = useCallback<Say>((text, undo) => {
    window.clearTimeout(timer.current)
    setSaid({ text, ...(undo && { undo }) })
    timer.current = window.setTimeout(() => setSaid(undefined), undo ? 2 * shownMs : shownMs)
  }, [])
  return { said, say, hush: () => setSaid(undefined) }
}
