import { useCallback, useRef, useState } from 'preact/hooks'

const shownMs = 5_000

interface Said {
  text: string
  undo: (() => void) | undefined
}

export type Say = (text: string, undo?: () => void) => void

export const useSaid = (): { said: Said | undefined; say: Say } => {
  const [said, setSaid] = useState<Said>()
  const timer = useRef(0)
  const say = useCallback<Say>((text, undo) => {
    window.clearTimeout(timer.current)
    const hushAndUndo = () => {
      setSaid(undefined)
      undo?.()
    }
    setSaid({ text, undo: undo && hushAndUndo })
    timer.current = window.setTimeout(() => setSaid(undefined), undo ? 2 * shownMs : shownMs)
  }, [])
  return { said, say }
}
