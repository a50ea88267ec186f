import { useEffect, useState } from 'preact/hooks'

/**
 * Returns what `load` resolves with. It is called again when `inputs` change and when `onChange` says so, and an answer that
 * comes too late is dropped.
 */
export const useLoaded = <T>(
  load: () => Promise<T>,
  inputs: readonly unknown[],
  onChange?: (listener: () => void) => () => void,
): T | undefined => {
  const [loaded, setLoaded] = useState<T>()
  useEffect(() => {
    let latest = 0
    const refresh = () => {
      const mine = ++latest
      void load().then((answer) => mine === latest && setLoaded(answer))
    }
    refresh()
    const stop = onChange?.(refresh)
    return () => {
      latest++
      stop?.()
    }
  }, inputs)
  return loaded
}
