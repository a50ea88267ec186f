import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t, textLocale } from '../../platform/browser/texts.ts'
import { follow } from '../../platform/storage/stored-item.ts'
import { type Settings, settingsItem } from '../settings/settings.ts'
import './clock.css'

export const showClock = (): void => {
  const root = document.querySelector('#clock')
  if (root) render(<Clock />, root)
}

const Clock = () => {
  const [settings, setSettings] = useState<Settings>()
  useEffect(() => follow(settingsItem, setSettings), [])
  const now = useNow(settings?.clock && settings.seconds ? secondMs : minuteMs)
  if (!settings) return null
  const { time, date, greeting } = toClockTexts(settings, now)
  if (!time && !date && !greeting) return null
  const { clockSize, clockPlace, clockStyle } = settings
  const look = [clockSize, clockPlace, clockStyle].join(' ')
  return (
    // A new element for each choice, so that `calm.ts` chooses its place again.
    <div key={look} class={`clock on-picture ${look}`}>
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

export const toClockTexts = (
  settings: Pick<
    Settings,
    'clock' | 'clockHours' | 'seconds' | 'date' | 'greeting' | 'greetingName'
  >,
  now: Date,
) => ({
  time: settings.clock ? toTime(now, settings) : undefined,
  date: settings.date ? toDate(now) : undefined,
  greeting: settings.greeting ? greet(now, settings.greetingName.trim()) : undefined,
})

// The clock leaves out AM and PM, because the person knows which half of the day it is.
const toTime = (now: Date, { seconds, clockHours }: Pick<Settings, 'seconds' | 'clockHours'>) =>
  new Intl.DateTimeFormat(textLocale(), {
    hour: 'numeric',
    minute: '2-digit',
    second: seconds ? '2-digit' : undefined,
    hourCycle: clockHours === 'auto' ? undefined : clockHours,
  })
    .formatToParts(now)
    .map(({ type, value }) => (type === 'dayPeriod' ? '' : value))
    .join('')
    .trim()

const toDate = (now: Date): string =>
  now.toLocaleDateString(textLocale(), { weekday: 'long', day: 'numeric', month: 'long' })

const greet = (now: Date, name: string): string => {
  const greeting = t(toGreeting(now.getHours()))
  return name === '' ? greeting : t('greetingNamed', { greeting, name })
}

// The greeting at night is "Hello", because "Good night" means goodbye in most languages.
const toGreeting = (hour: number) => {
  if (hour < 5 || hour >= 23) return 'greetingNight'
  if (hour < 12) return 'greetingMorning'
  return hour < 18 ? 'greetingAfternoon' : 'greetingEvening'
}

const secondMs = 1_000
const minuteMs = 60_000

const useNow = (stepMs: number): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const update = () => setNow(new Date())
    // The clock of a hidden tab stands still until the tab is visible again.
    const timer = document.hidden ? 0 : setTimeout(update, stepMs - (Date.now() % stepMs))
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [now, stepMs])
  return now
}
