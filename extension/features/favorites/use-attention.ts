import { useEffect, useState } from 'preact/hooks'
import { accountStateItem } from '../account/account-state-items.ts'
import { toAttention } from './attention.ts'
import { outboxView } from './outbox-view.ts'

/** The one line of the new tab about favorites, when the person has to do something. */
export const useAttention = (): string | undefined => {
  const [line, setLine] = useState<string>()
  useEffect(() => {
    const refresh = async () => {
      const [{ kind }, { waiting, refusals }] = await Promise.all([
        accountStateItem.read(),
        outboxView.read(),
      ])
      setLine(toAttention(kind, waiting, refusals[0]))
    }
    refresh()
    const stops = [accountStateItem.onChange(refresh), outboxView.onChange(refresh)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return line
}
