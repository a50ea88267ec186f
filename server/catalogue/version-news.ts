import type { Announcements } from '../ports.ts'

// A replica announces the version that it has read, so that the other replicas read it at once.
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
