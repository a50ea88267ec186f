/**
 * Port: what the replicas of one service tell each other. Nobody may rely on it: what is said while
 * the way between them is down is lost, so whoever listens must find out by itself, only later.
 */
export interface Announcements {
  /** Never throws. Reaches every replica that listens, this one included. */
  announce(topic: string, text: string): void
  /** For the life of the process. */
  onAnnounced(topic: string, listener: (text: string) => void): void
}
