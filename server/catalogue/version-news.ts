import type { Announcements } from '../ports.ts'

// After a replica has read a new version of the catalogue, it announces the version, so that the other replicas read
// it at once.
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
