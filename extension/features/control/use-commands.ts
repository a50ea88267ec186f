import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { CommandDeps, CommandName } from './control.tsx'

type Control = typeof import('./control.tsx')

const load = () => import('./control.tsx')

/**
 * What keys and buttons do. It is loaded when something is first asked for, so that a tab that
 * nobody does anything with does not pay for it.
 */
export const useCommands = (deps: Omit<CommandDeps, 'open' | 'hide'>) => {
  const [isHidden, setHidden] = useState(false)
  const [panel, setPanel] = useState<PanelName>()
  const [control, setControl] = useState<Control>()
  const latest = useRef<CommandDeps>(undefined as never)

  const open = async (name: PanelName | undefined) => {
    if (name) setControl(await load())
    setPanel(name)
  }
  latest.current = { ...deps, open, hide: () => setHidden((before) => !before) }
  const run = async (name: CommandName) => (await load()).run(name, latest.current)
  useEffect(() => {
    const press = async (event: KeyboardEvent) => (await load()).press(event, latest.current)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { run, deps: latest.current, isHidden, panel, Panels: control?.Panels }
}

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

/** The panels that a person can open. */
export type PanelName = 'info' | 'keys'
