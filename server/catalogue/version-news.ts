import type { Announcements } from '../ports.ts'

interface VersionNewsOptions {
  announcements: Announcements
  /** The same for all replicas of one source. */
  topic: string
}

/**
 * Replicas tell each other which version of a source they have read, so that all of them have it
 * within a moment instead of each after its own pause.
 */
export const createVersionNews = ({ announcements, topic }: VersionNewsOptions) => {
  let known: string | undefined
  return {
    /** This replica has read `version`; what it was told of need not be told again. */
    tell: (version: string) => {
      if (version === known) return
      known = version
      announcements.announce(topic, version)
    },
    /** Calls `look` when another replica has read what this one does not know. */
    listen: (look: () => void) =>
      announcements.onAnnounced(topic, (version) => {
        if (version === known) return
        known = version
        look()
      }),
  }
}
