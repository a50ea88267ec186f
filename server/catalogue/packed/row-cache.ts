/** Lists of row numbers kept for the next request: the least recently used go first. */
export interface RowCache {
  get(key: string, compute: () => Uint32Array): Uint32Array
}

/** @param maxRows how many row numbers may be kept in all */
export const createRowCache = (maxRows: number, maxLists = 256): RowCache => {
  const lists = new Map<string, Uint32Array>()
  let kept = 0
  const drop = (key: string) => {
    kept -= lists.get(key)?.length ?? 0
    lists.delete(key)
  }
  return {
    get: (key, compute) => {
      const list = lists.get(key) ?? compute()
      drop(key)
      lists.set(key, list)
      kept += list.length
      for (const oldest of lists.keys()) {
        if (kept <= maxRows && lists.size <= maxLists) break
        drop(oldest)
      }
      return list
    },
  }
}
