import type { Announcements } from '../ports.ts'

interface VersionNewsOptions {
  announcements: Announcements
  /** All replicas that read the same source use the same topic. */
  topic: string
}

/** Replicas announce which version of a source they have read, so that the others read it at once. */
export const createVersionNews = ({ announcements, topic }: VersionNewsOptions) => {
  let known: string | undefined
  return {
    /** Announces a version that this replica has read, unless another replica announced it before. */
    tell: (version: string) => {
      if (version === known) return
      known = version
      announcements.announce(topic, version)
    },
    /** Calls `look` when another replica has read a version that is new to this one. */
    listen: (look: () => void) =>
      announcements.onAnnounced(topic, (version) => {
        if (version === known) return
        known = version
        look()
      }),
  }
}
