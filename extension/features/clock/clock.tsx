import { useEffect, useState } from 'preact/hooks'
import { follow } from '../../platform/storage/stored-item.ts'
import { type Settings, settingsItem } from '../settings/settings.ts'
import { toClockTexts } from './clock-texts.ts'
import { useNow } from './use-now.ts'
import './clock.css'

/** The date, the time and a greeting over the wallpaper; nothing when all are switched off. */
export const Clock = () => {
  const [settings, setSettings] = useState<Settings>()
  useEffect(() => follow(settingsItem, setSettings), [])
  const now = useNow()
  if (!settings) return null
  const { time, date, greeting } = toClockTexts(settings, now)
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
