import { useEffect, useState } from 'preact/hooks'

/**
 * Returns the latest result of `load`, or `undefined` until there is one. Calls `load` again when `inputs` change and
 * when `onChange` calls its listener. The results of earlier calls are then ignored.
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
