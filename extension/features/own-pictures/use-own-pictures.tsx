import { useEffect, useRef, useState } from 'preact/hooks'
import { onVisible } from '../../platform/browser/page.ts'
import type { OwnPicture } from './own-picture.ts'
import { ownStore } from './own-store.ts'

/** The stored pictures. A page reads them again when a person comes back to it, perhaps from the page that changed them. */
export const useOwnPictures = (initial: readonly OwnPicture[]) => {
  const [pictures, setPictures] = useState(initial)
  const refresh = async () => setPictures(await ownStore.list())
  useEffect(() => onVisible(refresh), [])
  return { pictures, refresh }
}

/** Lists the stored pictures, or none if the database fails, because the settings must work without it. */
export const listPictures = (): Promise<OwnPicture[]> => ownStore.list().catch(() => [])

export interface OwnCard {
  count: number
  /** The address of one of the stored pictures, for the card. */
  src: string | undefined
}

export const useOwnCard = (initial: readonly OwnPicture[]): OwnCard => {
  const { pictures } = useOwnPictures(initial)
  const first = pictures[0]?.id
  const src = useBlobAddress(() => (first ? ownStore.readThumbnail(first) : undefined), [first])
  return { count: pictures.length, src }
}

interface StoredImageProps {
  /** The argument of `read`: an id or a key. */
  name: string
  read: (name: string) => Promise<Blob | undefined>
}

/** A stored picture. It is read only while it is on the screen or near it. */
export const StoredImage = ({ name, read }: StoredImageProps) => {
  const element = useRef<HTMLImageElement>(null)
  const isNear = useNear(element)
  const address = useBlobAddress(() => (isNear ? read(name) : undefined), [name, isNear])
  return <img ref={element} src={address} alt="" decoding="async" data-shown={!!address} />
}

export const OwnThumbnail = ({ id }: { id: string }) => (
  <StoredImage name={id} read={ownStore.readThumbnail} />
)

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
const useBlobAddress = (
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
