import { useRef, useState } from 'preact/hooks'

export type Say = (text: string, undo?: () => void) => void

export const useSaid = () => {
  const [said, setSaid] = useState<{ text: string; undo: (() => void) | undefined }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hush = () => setSaid(undefined)
  const say: Say = (text, undo) => {
    clearTimeout(timer.current)
    setSaid({ text, undo: undo && (() => [hush(), undo()]) })
    timer.current = setTimeout(hush, undo ? 10_000 : 5_000)
  }
  return { said, say }
}
