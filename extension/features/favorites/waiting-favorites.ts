import { t } from '../../platform/browser/texts.ts'
import { toHost } from '../../remote/problem.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { serverIn } from '../sources/chosen.ts'
import { switchedOffItem } from '../sources/switch-sources.ts'

export const useWaitingFavorites = (isOff: boolean): string | undefined => {
  const off = useLoaded(switchedOffItem.read, [], switchedOffItem.onChange) ?? []
  const server = serverIn({ sources: off })
  return isOff && server ? t('favoritesWait', { host: toHost(server) }) : undefined
}
