import { randomUUID } from 'node:crypto'
import type { RereadCatalogue } from '../catalogue/catalogue-store.ts'
import type { Announcements } from '../ports.ts'

// A replica announces each new version of the catalogue, so that the other replicas read it at once.
export const createVersionNews = (announcements: Announcements, topic: string) => {
  let known: string | undefined
  return {
    tell: (version: string) => {
      if (version === known) return
      known = version
      announcements.announce(topic, version)
    },
    listen: (look: () => void) =>
      announcements.onAnnounced(topic, (version) => {
        if (version === known) return
        known = version
        look()
      }),
  }
}

/** A replica that is asked to read its catalogue again passes that on to the others. */
export const shareReread = (
  reread: RereadCatalogue,
  announcements?: Announcements,
): RereadCatalogue => {
  const topic = 'catalogue-reread'
  const asked = new Set<string>()
  announcements?.onAnnounced(topic, (id) => {
    if (!asked.delete(id)) void reread()
  })
  return () => {
    const id = randomUUID()
    if (announcements) asked.add(id)
    announcements?.announce(topic, id)
    return reread()
  }
}
