import type { Settings } from '../settings/settings.ts'
import { isList } from '../settings/source.ts'

/** What of a backup's settings needs the person's permission for their server. */
export type AtServer = Pick<Settings, 'server' | 'source'>

/** The settings of a backup that can be used at the server that is used here, and the rest of them. */
export const splitByServer = (
  backed: Settings,
  here: AtServer,
): { now: Settings; later: AtServer } => ({
  // A name means somebody at one server only.
  now: {
    ...backed,
    server: here.server,
    source: isList(backed.source) ? here.source : backed.source,
  },
  later: { server: backed.server, source: backed.source },
})
