import { useEffect, useRef, useState } from 'preact/hooks'
import { follow } from '../../platform/storage/stored-item.ts'
import { type Settings, settingsItem } from './settings.ts'
import { layVeil } from './veil.ts'

export type UseSettings = ReturnType<typeof useSettings>

export const useSettings = (initial: Settings) => {
  const [settings, setSettings] = useState(initial)
  const { dim, blur } = settings
  const unsaved = useRef(0)
  // While a change is being stored, the browser may report an earlier one, in which the newer change is missing.
  const show = (stored: Settings) => unsaved.current === 0 && setSettings(stored)
  useEffect(() => follow(settingsItem, show), [])
  // "Dim" and "Blur" are also stored for the first frame of the next tab, which cannot wait for the settings.
  useEffect(() => layVeil({ dim, blur }), [dim, blur])

  const change = async (part: Partial<Settings>) => {
    setSettings((before) => ({ ...before, ...part }))
    unsaved.current++
    const stored = await settingsItem
      .update((before) => ({ ...before, ...part }))
      .finally(() => unsaved.current--)
    show(stored)
  }
  return { settings, change }
}
