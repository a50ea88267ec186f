import { useCallback, useEffect, useState } from 'preact/hooks'
import { onVisible } from '../../platform/browser/page.ts'
import type { OwnPicture } from './own-picture.ts'
import type { OwnStore } from './own-store.ts'

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
