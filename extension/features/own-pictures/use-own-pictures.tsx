import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { onVisible } from '../../platform/browser/page.ts'
import type { OwnCard } from '../settings/catalogue-cards.tsx'
import type { OwnPicture } from './own-picture.ts'
import { createOwnStore, type OwnStore } from './own-store.ts'

/** The stored pictures. A page reads them again when a person comes back to it, perhaps from the page that changed them. */
export const useOwnPictures = (
  store: Pick<OwnStore, 'list'>,
  initial: readonly OwnPicture[],
): { pictures: readonly OwnPicture[]; refresh: () => Promise<void> } => {
  const [pictures, setPictures] = useState(initial)
  const refresh = useCallback(async () => setPictures(await store.list()), [store])
  useEffect(() => onVisible(refresh), [refresh])
  return { pictures, refresh }
}

/** Lists the stored pictures, or none if the database fails, because the settings must work without it. */
export const listPictures = (store: Pick<OwnStore, 'list'>): Promise<OwnPicture[]> =>
  store.list().catch(() => [])

/** What the card of the own pictures shows. */
export const useOwnCard = (store: OwnStore, initial: readonly OwnPicture[]): OwnCard => {
  const { pictures } = useOwnPictures(store, initial)
  const first = pictures[0]?.id
  const src = useBlobAddress(() => (first ? store.readThumbnail(first) : undefined), [first])
  return { count: pictures.length, src }
}

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
