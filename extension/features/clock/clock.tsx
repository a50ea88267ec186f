import { useEffect, useState } from 'preact/hooks'
import type { Settings } from '../settings/settings.ts'
import { settingsItem } from '../settings/settings-item.ts'
import { toClockTexts } from './clock-texts.ts'
import { useNow } from './use-now.ts'
import './clock.css'

/** The date, the time and a greeting over the wallpaper; nothing when all are switched off. */
export const Clock = (initial: { settings: Settings }) => {
  const [settings, setSettings] = useState(initial.settings)
  useEffect(() => settingsItem.onChange(setSettings), [])
  const { time, date, greeting } = toClockTexts(settings, useNow())
  if (!time && !date && !greeting) return null
  return (
    <div class="clock on-picture">
      {date && <p class="date">{date}</p>}
      {time && <p class="time">{time}</p>}
      {greeting && (
        <p class="greeting" dir="auto">
          {greeting}
        </p>
      )}
    </div>
  )
}
