import { useEffect, useState } from 'preact/hooks'
import { checkedItems, listGone } from './checked-items.ts'

const none: ReadonlySet<string> = new Set()

/** Ids of the favorites that have left this server's catalogue. */
export const useGone = (server: string): ReadonlySet<string> => {
  const [gone, setGone] = useState(none)
  useEffect(() => {
    const item = checkedItems.of(server)
    const refresh = async () => setGone(listGone(await item.read()))
    void refresh()
    return item.onChange(refresh)
  }, [server])
  return gone
}
