import { useEffect, useState } from 'preact/hooks'
import { sessionEndedItem } from '../account/session-ended-item.ts'
import { toAttention } from './attention.ts'
import { outboxView } from './outbox-view.ts'

/** The one line of the new tab about favorites, when the person has to do something. */
export const useAttention = (): string | undefined => {
  const [line, setLine] = useState<string>()
  useEffect(() => {
    const refresh = async () => {
      const [isSessionEnded, { waiting, refusals }] = await Promise.all([
        sessionEndedItem.read(),
        outboxView.read(),
      ])
      setLine(toAttention(isSessionEnded, waiting, refusals[0]))
    }
    void refresh()
    const stops = [sessionEndedItem.onChange(refresh), outboxView.onChange(refresh)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return line
}
