import { tCount } from '../../platform/browser/texts.ts'
import { toHost } from '../../remote/problem.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { serverIn } from '../sources/chosen.ts'
import { switchedOffItem, waitingItem } from '../sources/switch-sources.ts'

export const useWaitingFavorites = (isOff: boolean): string | undefined => {
  const waiting = useLoaded(waitingItem.read, [], waitingItem.onChange) ?? 0
  const off = useLoaded(switchedOffItem.read, [], switchedOffItem.onChange) ?? []
  const server = serverIn({ sources: off })
  if (!isOff || !server || waiting === 0) return undefined
  return tCount('favoritesWait', waiting, { host: toHost(server) })
}
