import { showClock } from '../../features/clock/clock.tsx'
import { settingsItem } from '../../features/settings/settings.ts'
import { follow } from '../../platform/storage/stored-item.ts'

export const showClockAndLinks = () =>
  follow(settingsItem, async (settings) => {
    // The links come before the clock. Otherwise they would move it.
    if (!import.meta.env.WXT_WEB && settings.links.length > 0)
      (await import('../../features/links/link-row.tsx')).showLinks(settings)
    showClock()
  })
