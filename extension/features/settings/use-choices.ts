import { useEffect, useState } from 'preact/hooks'
import { type FilterChoices, fetchChoices, usualChoices } from './filter-choices.ts'

/** What this server has to choose from; the usual names until it has answered. */
export const useChoices = (server: string): FilterChoices => {
  const [choices, setChoices] = useState(usualChoices)
  useEffect(() => {
    let isWanted = true
    void fetchChoices(server).then((fetched) => isWanted && setChoices(fetched))
    return () => {
      isWanted = false
    }
  }, [server])
  return choices
}
