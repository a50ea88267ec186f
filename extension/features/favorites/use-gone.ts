import { useEffect, useState } from 'preact/hooks'
import { checkedItems, listGone } from './checked-items.ts'

const NONE: ReadonlySet<string> = new Set()

/** Ids of the favorites that have left this server's catalogue. */
export const useGone = (server: string): ReadonlySet<string> => {
  const [gone, setGone] = useState(NONE)
  useEffect(() => {
    const item = checkedItems.of(server)
    const refresh = async () => setGone(listGone(await item.read()))
    refresh()
    return item.onChange(refresh)
  }, [server])
  return gone
}
