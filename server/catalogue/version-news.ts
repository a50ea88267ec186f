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
