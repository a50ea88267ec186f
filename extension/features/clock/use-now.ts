import { useEffect, useState } from 'preact/hooks'

const minuteMs = 60_000

/** The time, anew with every minute that begins, and when the person comes back to the tab. */
export const useNow = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const update = () => setNow(new Date())
    const timer = setTimeout(update, minuteMs - (Date.now() % minuteMs))
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [now])
  return now
}
