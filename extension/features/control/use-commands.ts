import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { CommandDeps, CommandName, PanelName, Say } from './control.tsx'

type Control = typeof import('./control.tsx')

// The commands and panels are loaded at their first use, so that a tab without them never loads their code.
const load = () => import('./control.tsx')

export const useCommands = (deps: Omit<CommandDeps, 'open' | 'hide'>) => {
  const [isHidden, setHidden] = useState(false)
  const [panel, setPanel] = useState<PanelName>()
  const [control, setControl] = useState<Control>()

  const open = async (name: PanelName | undefined) => {
    if (name) setControl(await load())
    setPanel(name)
  }
  const all: CommandDeps = { ...deps, open, hide: () => setHidden((before) => !before) }
  const latest = useRef(all)
  latest.current = all
  const run = async (name: CommandName) => (await load()).run(name, latest.current)
  useEffect(() => {
    const press = async (event: KeyboardEvent) => (await load()).press(event, latest.current)
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { run, deps: latest.current, isHidden, panel, Panels: control?.Panels }
}

const shownMs = 5_000

interface Said {
  text: string
  undo: (() => void) | undefined
}

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
