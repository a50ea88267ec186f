import type { Announcements } from '../ports.ts'

interface VersionNewsOptions {
  announcements: Announcements
  topic: string
}

/** Replicas announce which version of a source they have read, so that the others read it at once. */
export const createVersionNews = ({ announcements, topic }: VersionNewsOptions) => {
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
