import { useEffect, useState } from 'preact/hooks'

/** Returns what `load` resolves with. It is called again when `inputs` change, and an answer that comes too late is dropped. */
export const useLoaded = <T>(load: () => Promise<T>, inputs: readonly unknown[]): T | undefined => {
  const [loaded, setLoaded] = useState<T>()
  useEffect(() => {
    let isWanted = true
    void load().then((answer) => {
      if (isWanted) setLoaded(answer)
    })
    return () => {
      isWanted = false
    }
  }, inputs)
  return loaded
}
