import { render } from 'preact'
import { Clock } from '../../features/clock/clock.tsx'
import { layVeil } from '../../features/settings/lay-veil.ts'
import { settingsItem } from '../../features/settings/settings.ts'
import { follow } from '../../platform/storage/stored-item.ts'

/** What comes when picture and controls are there: the clock, and a veil that changes while the tab is open. */
export const startLate = (): void => {
  const root = document.querySelector('#clock')
  if (root) render(<Clock />, root)
  follow(settingsItem, layVeil)
}
