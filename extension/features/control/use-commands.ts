import { useEffect, useRef, useState } from 'preact/hooks'
import type { CommandDeps, CommandName } from './commands.ts'
import type { PanelName } from './panel-name.ts'

type Control = typeof import('./control.ts')

const load = () => import('./control.ts')

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
