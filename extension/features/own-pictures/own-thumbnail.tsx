import { useEffect, useRef, useState } from 'preact/hooks'
import { createOwnStore, type OwnStore } from './own-store.ts'

interface OwnThumbnailProps {
  id: string
  store?: Pick<OwnStore, 'readThumbnail'>
}

const defaultStore = createOwnStore()

/** The small copy of an own picture. It is loaded only while it is on the screen or near it. */
export const OwnThumbnail = ({ id, store = defaultStore }: OwnThumbnailProps) => {
  const element = useRef<HTMLImageElement>(null)
  const isNear = useNear(element)
  const address = useBlobAddress(() => (isNear ? store.readThumbnail(id) : undefined), [id, isNear])
  return <img ref={element} src={address} alt="" decoding="async" data-shown={!!address} />
}

const useNear = (element: { current: Element | null }): boolean => {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting === true),
      { rootMargin: '400px' },
    )
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}

/** Returns an address for a blob. When `inputs` change, the address is revoked, so that the browser frees the memory. */
export const useBlobAddress = (
  read: () => Promise<Blob | undefined> | undefined,
  inputs: readonly unknown[],
): string | undefined => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    let made: string | undefined
    const load = async () => {
      const blob = await read()?.catch(() => undefined)
      if (!isCurrent) return
      made = blob && URL.createObjectURL(blob)
      setAddress(made)
    }
    void load()
    return () => {
      isCurrent = false
      if (made) URL.revokeObjectURL(made)
    }
  }, inputs)
  return address
}
